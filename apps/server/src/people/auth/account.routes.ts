import {
  deleteUser,
  getPreferences,
  getUserData,
  confirmEmailChange,
  requestEmailChange,
  updateEmail,
  updatePassword,
  updatePreferences,
  updateUserData,
} from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { Connections } from "../connections/index.ts";
import type { Workspaces } from "../workspaces/index.ts";
import type { Accounts } from "./accounts.service.ts";
import type { EmailChanges } from "./email-changes.service.ts";
import type { Sessions } from "./sessions.service.ts";
import { presentPreferences, presentUser } from "./user.present.ts";

export function accountRoutes(
  app: FastifyInstance,
  deps: {
    accounts: Accounts;
    emailChanges: EmailChanges;
    sessions: Sessions;
    listFavoriteFolders: Workspaces["listFavoriteFolders"];
    connections: Pick<Connections, "ofUser">;
  },
): void {
  const { accounts, emailChanges, sessions } = deps;
  const present = async (user: Parameters<typeof presentUser>[0]) =>
    presentUser(user, ...(await Promise.all([deps.listFavoriteFolders(user.id), deps.connections.ofUser(user.id)])));

  implement(app, getUserData, { needs: "account.own" }, async (_args, { actor }) =>
    present(await accounts.withPreferences(signedIn(actor).id)),
  );

  implement(app, updateUserData, { needs: "account.own" }, async ({ body }, { actor }) =>
    present(await accounts.update(signedIn(actor), body)),
  );

  implement(app, updateEmail, { needs: "account.own" }, async ({ body }, { actor, request }) => {
    await emailChanges.request(signedIn(actor), body, request.ip);
    return present(await accounts.withPreferences(signedIn(actor).id));
  });

  implement(app, requestEmailChange, { needs: "account.own" }, async ({ body }, { actor, request }) => ({
    pending: await emailChanges.request(signedIn(actor), body, request.ip),
  }));

  implement(app, confirmEmailChange, { needs: "public" }, async ({ body }, { request }) => ({
    email: await emailChanges.confirm(body.code, request.ip),
  }));

  implement(app, updatePassword, { needs: "account.own" }, async ({ body }, { actor, request }) => {
    await accounts.changePassword(signedIn(actor), body, request.ip);
    return {};
  });

  implement(app, deleteUser, { needs: "account.own" }, async ({ body }, { actor, request, reply }) => {
    await accounts.remove(signedIn(actor), body, request.ip);
    sessions.takeCookies(reply);
    return {};
  });

  implement(app, getPreferences, { needs: "account.own" }, async (_args, { actor }) =>
    presentPreferences((await accounts.withPreferences(signedIn(actor).id)).preferences),
  );

  implement(app, updatePreferences, { needs: "account.own" }, async ({ body }, { actor }) =>
    presentPreferences((await accounts.updatePreferences(signedIn(actor), body)).preferences),
  );
}
