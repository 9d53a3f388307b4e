import { expect, it } from "vitest";
import { refusalOf } from "./refusals.ts";

it.each([
  [null, null, null],
  [null, "connect ECONNREFUSED 127.0.0.1:25", "unreachable"],
  [550, "Can't send mail - all recipients were rejected: 550 5.1.1 User unknown", "unknown-address"],
  [550, "550 No such user here", "unknown-address"],
  [550, "550 5.7.1 Message rejected as spam", "blocked"],
  [554, "554 Rejected", "blocked"],
  [552, "552 5.2.2 Over quota", "mailbox-full"],
  [452, "452 4.2.2 Over quota", "mailbox-full"],
  [550, "550 5.2.1 Mailbox disabled", "mailbox-closed"],
  [552, "552 5.3.4 Message too big", "too-large"],
  [535, "535 5.7.8 Authentication failed", "sign-in"],
  [451, "451 4.7.1 Come again later", "busy"],
  [421, "421 Too many connections", "busy"],
  [571, "571 Something else", "other"],
] as const)("the answer %s %s means: %s", (smtpCode, error, expected) => {
  expect(refusalOf({ smtpCode, error })).toBe(expected);
});
