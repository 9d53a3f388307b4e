export { RecoveryBanner } from "./recovery-banner.tsx";
