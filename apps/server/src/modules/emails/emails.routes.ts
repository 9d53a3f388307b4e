import { checkResetLink, sendItem, sendResetPasswordEmail, sendWelcomeEmail, setNewPassword } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../http/implement.ts";
import type { Auth } from "../auth/index.ts";
import type { ItemMails } from "./item-mails.service.ts";

export interface EmailRouteDeps {
  auth: Pick<Auth, "accounts" | "resets">;
  itemMails: ItemMails;
}

export function emailRoutes(app: FastifyInstance, { auth, itemMails }: EmailRouteDeps): void {
  implement(app, sendItem, async ({ body }, { actor }) => itemMails.send(signedIn(actor), body));

  implement(app, sendWelcomeEmail, async ({ body }, { actor }) => {
    await auth.accounts.welcome(signedIn(actor), body.email);
    return {};
  });

  implement(app, sendResetPasswordEmail, async ({ body }, { request }) => {
    await auth.resets.request(body.email, request.ip);
    return {};
  });

  implement(app, setNewPassword, async ({ body }, { request }) => {
    await auth.resets.use(body.oobCode, body.newPassword, request.ip);
    return {};
  });

  implement(app, checkResetLink, async ({ query }) => {
    await auth.resets.assertUsable(query.oobCode);
    return {};
  });
}
