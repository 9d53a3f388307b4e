import { ItemType } from "./item-values.ts";
import { z } from "zod";
import { Email, Id, Nothing, Password } from "./common.contract.ts";
import { SHARE_MESSAGE_MAX, SHARE_RECIPIENTS_MAX } from "./limits.ts";
import { defineRoute } from "./route.ts";

export const sendItem = defineRoute({
  id: "emails.sendItem",
  method: "POST",
  path: "/email/send-item",
  summary: "Send an item's link by e-mail. The server sets links, sender and template. Readers may send a link that exists",
  auth: "user",
  body: z.object({
    emails: z.array(Email).min(1, "Please enter an email.").max(SHARE_RECIPIENTS_MAX),
    /** Any link to the item that the server created: `/s/{slug}`, `/items/{id}`. Only its id or slug is used. */
    itemLink: z.string().max(2_000).optional(),
    itemPublicLink: z.string().max(2_000).optional(),
    itemId: Id.optional(),
    itemType: ItemType.optional(),
    message: z.string().max(SHARE_MESSAGE_MAX).default(""),
    userDisplayName: z.unknown().optional(),
    templateUrl: z.unknown().optional(),
  }),
  response: z.object({ sent: z.array(z.string()), failed: z.array(z.string()) }),
  errors: ["mail-not-sent", "link-removed"],
});

export const sendWelcomeEmail = defineRoute({
  id: "emails.sendWelcome",
  method: "POST",
  path: "/email/send-welcome-email",
  summary: "Send the welcome mail to the new account's own address, once",
  auth: "user",
  body: z.object({ email: Email }),
  response: Nothing,
  errors: ["different-account"],
});

export const sendResetPasswordEmail = defineRoute({
  id: "emails.sendResetPassword",
  method: "POST",
  path: "/email/reset-password-email",
  summary: "Request a reset link; the response does not reveal whether the address is known",
  auth: "public",
  body: z.object({ email: Email }),
  response: Nothing,
});

export const setNewPassword = defineRoute({
  id: "emails.setNewPassword",
  method: "POST",
  path: "/email/new-password",
  summary: "Set a new password with the code of a reset link; single use, one hour",
  auth: "public",
  body: z.object({ oobCode: z.string().min(1).max(200), newPassword: Password }),
  response: Nothing,
  errors: ["reset-link-used", "account-suspended"],
});

/** Returns whether a reset link is still valid, so that its page can show an error before a password is typed. */
export const checkResetLink = defineRoute({
  id: "emails.checkResetLink",
  method: "GET",
  path: "/email/new-password",
  summary: "Check whether a reset link is valid",
  auth: "public",
  query: z.object({ oobCode: z.string().min(1).max(200) }),
  /** Whether the link sets the first password of an account that has none. */
  response: z.object({ isFirst: z.boolean() }),
  errors: ["reset-link-used"],
});
