export { type Bearer, bearerId, bearerOf } from "./bearer.ts";
export {
  createUnlockSigner,
  unlockCookieHeaders,
  unlockCookieName,
  unlockCookieOf,
  type UnlockSigner,
  UNLOCK_TTL_S,
} from "./unlock-cookies.ts";
export { type Visitor, visitorOf } from "./visitor.ts";
