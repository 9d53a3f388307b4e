export { ArtBadge } from "./art-badge.tsx";
export { Failure } from "./failure.tsx";
export { NoAccessScreen } from "./no-access.screen.tsx";
export { NotFoundScreen } from "./not-found.screen.tsx";
export { ServerAwayScreen } from "./server-away.screen.tsx";
export { SignedInAs } from "./signed-in-as.tsx";
