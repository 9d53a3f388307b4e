export { Failure } from "./failure.tsx";
export { NoAccessScreen } from "./no-access.screen.tsx";
export { NotFoundScreen } from "./not-found.screen.tsx";
export { ServerAwayScreen } from "./server-away.screen.tsx";
