import {
  checkResetLink,
  sendItem,
  sendResetPasswordEmail,
  sendWelcomeEmail,
  sendWorkspaceInvites,
  setNewPassword,
} from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { Auth } from "../../people/auth/index.ts";
import type { InviteMails } from "./invite-mails.service.ts";
import type { ItemMails } from "./item-mails.service.ts";

export interface EmailRouteDeps {
  auth: Pick<Auth, "accounts" | "resets">;
  itemMails: ItemMails;
  inviteMails: InviteMails;
}

export function emailRoutes(app: FastifyInstance, { auth, itemMails, inviteMails }: EmailRouteDeps): void {
  implement(app, sendItem, { needs: "item.mail" }, ({ body }, { actor, request }) => itemMails.send(signedIn(actor), body, request.ip));

  implement(app, sendWorkspaceInvites, { needs: "workspace.invite" }, async ({ body }, { actor, request }) =>
    inviteMails.send(signedIn(actor), body.inviteId, body.emails, request.ip),
  );

  implement(app, sendWelcomeEmail, { needs: "account.own" }, async ({ body }, { actor }) => {
    await auth.accounts.welcome(signedIn(actor), body.email);
    return {};
  });

  implement(app, sendResetPasswordEmail, { needs: "public" }, async ({ body }, { request }) => {
    await auth.resets.request(body.email, request.ip);
    return {};
  });

  implement(app, setNewPassword, { needs: "public" }, async ({ body }, { request }) => {
    await auth.resets.use(body.oobCode, body.newPassword, request.ip);
    return {};
  });

  implement(app, checkResetLink, { needs: "public" }, async ({ query }) => ({ isFirst: await auth.resets.isFirst(query.oobCode) }));
}
