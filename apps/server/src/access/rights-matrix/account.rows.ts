import {
  checkResetLink,
  createTakeout,
  deleteTakeout,
  deleteUser,
  endSession,
  getImport,
  getPreferences,
  getSignInOptions,
  getTakeout,
  getUserData,
  listImports,
  listOutbox,
  listSessions,
  listTakeouts,
  login,
  loginGoogle,
  logout,
  refresh,
  register,
  sendResetPasswordEmail,
  sendWelcomeEmail,
  setNewPassword,
  updateEmail,
  updatePassword,
  updatePreferences,
  updateUserData,
  uploadAvatar,
} from "@stillreel/contract";
import { to } from "./requests.ts";
import { type Group, row, type Scene } from "./scene.ts";
import { ACCOUNT, OPERATORS, OVER, PUBLIC, SAME } from "./verdicts.ts";
import { beginUpload, PASSWORD } from "./world.ts";

/** Returns the caller's export; starts one if there is none. */
async function takeout(scene: Scene): Promise<string> {
  const { world, self, isDone } = scene;
  if (!isDone) return scene.known(world.workspaceId);
  const [known] = (await world.data(self, listTakeouts)).items;
  return known?.id ?? (await world.data(self, createTakeout)).id;
}

async function withoutTakeout(scene: Scene): Promise<void> {
  const { world, self } = scene;
  if (!scene.isDone) return;
  const { items } = await world.data(self, listTakeouts);
  for (const { id } of items) await world.data(self, deleteTakeout, { params: { takeoutId: id } });
}

/** Requests that do not sign in by themselves. */
export const SIGN_IN: Group = {
  title: "Signing in",
  rows: [
    row(register, PUBLIC, (scene) =>
      to(register, { body: { email: `${scene.name("new").replace(" ", "-")}@example.test`, password: PASSWORD, username: "New" } }),
    ),
    row(login, PUBLIC, ({ world }) => to(login, { body: { email: world.owner.email, password: PASSWORD } })),
    row(loginGoogle, SAME, () => to(loginGoogle, { body: { credentials: "none" } }), { note: "where it is not configured: 501" }),
    row(getSignInOptions, PUBLIC, () => to(getSignInOptions)),
    row(logout, PUBLIC, async (scene) =>
      scene.sender && scene.caller.column !== "gone" ? { ...to(logout), as: await scene.session() } : to(logout),
    ),
    row(sendResetPasswordEmail, PUBLIC, ({ world }) => to(sendResetPasswordEmail, { body: { email: world.owner.email } })),
    row(checkResetLink, OVER, () => to(checkResetLink, { query: { oobCode: "made-up" } })),
    row(setNewPassword, OVER, () => to(setNewPassword, { body: { oobCode: "made-up", newPassword: PASSWORD } })),
  ],
};

/** Resources of the caller, independent of workspaces. */
export const OWN: Group = {
  title: "One's own account",
  rows: [
    row(refresh, ACCOUNT, () => to(refresh)),
    row(listSessions, ACCOUNT, () => to(listSessions)),
    row(endSession, ACCOUNT, async (scene) => {
      if (!scene.isDone) return to(endSession, { params: { sessionId: scene.known(scene.world.workspaceId) } });
      const other = await scene.session();
      const sessions = await scene.world.data({ headers: other }, listSessions);
      return to(endSession, { params: { sessionId: sessions.items.find(({ current }) => current)?.id ?? "" } });
    }),
    row(getUserData, ACCOUNT, () => to(getUserData)),
    row(updateUserData, ACCOUNT, ({ self }) => to(updateUserData, { body: { displayName: self.name } })),
    row(updateEmail, ACCOUNT, ({ self }) => to(updateEmail, { body: { email: self.email } })),
    row(updatePassword, ACCOUNT, ({ self }) =>
      to(updatePassword, { body: { email: self.email, oldPassword: PASSWORD, password: PASSWORD } }),
    ),
    row(uploadAvatar, ACCOUNT, (scene) => scene.form(to(uploadAvatar), {}, scene.picture)),
    row(deleteUser, ACCOUNT, async (scene) => {
      const { email, headers } = scene.isDone ? await scene.account() : scene.self;
      const sent = to(deleteUser, { body: { email, password: PASSWORD, phrase: "delete my account" } });
      return scene.isDone ? { ...sent, as: headers } : sent;
    }),
    row(getPreferences, ACCOUNT, () => to(getPreferences)),
    row(updatePreferences, ACCOUNT, () => to(updatePreferences, { body: { theme: "dark" } })),
    row(sendWelcomeEmail, ACCOUNT, ({ self }) => to(sendWelcomeEmail, { body: { email: self.email } })),
    row(createTakeout, ACCOUNT, async (scene) => {
      await withoutTakeout(scene);
      return to(createTakeout);
    }),
    row(listTakeouts, ACCOUNT, () => to(listTakeouts)),
    row(getTakeout, ACCOUNT, async (scene) => to(getTakeout, { params: { takeoutId: await takeout(scene) } }), {
      note: "another's is a 404",
    }),
    row(deleteTakeout, ACCOUNT, async (scene) => to(deleteTakeout, { params: { takeoutId: await takeout(scene) } }), {
      note: "another's is a 404",
    }),
    row(listImports, ACCOUNT, () => to(listImports)),
    row(
      getImport,
      ACCOUNT,
      async (scene) => {
        const { world, self, isDone } = scene;
        if (!isDone) return to(getImport, { params: { importId: scene.known(world.workspaceId) } });
        const begun = await world.ask(self, beginUpload(100, { type: "archive", fullFileName: "birds.zip" }));
        return to(getImport, { params: { importId: begun.headers["import-id"] ?? "" } });
      },
      { note: "another's is a 404" },
    ),
  ],
};

/** Resources of administrators. */
export const SERVER: Group = {
  title: "The installation",
  rows: [row(listOutbox, OPERATORS, () => to(listOutbox))],
};
