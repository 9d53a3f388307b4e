export { verifyStore, type Finding, type Verified } from "./verification.service.ts";
