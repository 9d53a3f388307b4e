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
import { deviation, type Group, row, type Scene } from "./request-context.ts";
import { OVER, SAME } from "./expected-responses.ts";
import { beginUpload, PASSWORD } from "./matrix-fixture.ts";

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
    row(register, (scene) =>
      to(register, { body: { email: `${scene.name("new").replace(" ", "-")}@example.test`, password: PASSWORD, username: "New" } }),
    ),
    row(login, ({ world }) => to(login, { body: { email: world.owner.email, password: PASSWORD } })),
    deviation(loginGoogle, SAME, () => to(loginGoogle, { body: { credentials: "none" } }), { note: "not configured: 501" }),
    row(getSignInOptions, () => to(getSignInOptions)),
    row(logout, async (scene) =>
      scene.sender && scene.caller.column !== "gone" ? { ...to(logout), as: await scene.session() } : to(logout),
    ),
    row(sendResetPasswordEmail, ({ world }) => to(sendResetPasswordEmail, { body: { email: world.owner.email } })),
    deviation(checkResetLink, OVER, () => to(checkResetLink, { query: { oobCode: "made-up" } })),
    deviation(setNewPassword, OVER, () => to(setNewPassword, { body: { oobCode: "made-up", newPassword: PASSWORD } })),
  ],
};

/** Resources of the caller, independent of workspaces. */
export const OWN: Group = {
  title: "Own account",
  rows: [
    row(refresh, () => to(refresh)),
    row(listSessions, () => to(listSessions)),
    row(endSession, async (scene) => {
      if (!scene.isDone) return to(endSession, { params: { sessionId: scene.known(scene.world.workspaceId) } });
      const other = await scene.session();
      const sessions = await scene.world.data({ headers: other }, listSessions);
      return to(endSession, { params: { sessionId: sessions.items.find(({ current }) => current)?.id ?? "" } });
    }),
    row(getUserData, () => to(getUserData)),
    row(updateUserData, ({ self }) => to(updateUserData, { body: { displayName: self.name } })),
    row(updateEmail, ({ self }) => to(updateEmail, { body: { email: self.email } })),
    row(updatePassword, ({ self }) => to(updatePassword, { body: { email: self.email, oldPassword: PASSWORD, password: PASSWORD } })),
    row(uploadAvatar, (scene) => scene.form(to(uploadAvatar), {}, scene.picture)),
    row(deleteUser, async (scene) => {
      const { email, headers } = scene.isDone ? await scene.account() : scene.self;
      const sent = to(deleteUser, { body: { email, password: PASSWORD, phrase: "delete my account" } });
      return scene.isDone ? { ...sent, as: headers } : sent;
    }),
    row(getPreferences, () => to(getPreferences)),
    row(updatePreferences, () => to(updatePreferences, { body: { theme: "dark" } })),
    row(sendWelcomeEmail, ({ self }) => to(sendWelcomeEmail, { body: { email: self.email } })),
    row(createTakeout, async (scene) => {
      await withoutTakeout(scene);
      return to(createTakeout);
    }),
    row(listTakeouts, () => to(listTakeouts)),
    row(getTakeout, async (scene) => to(getTakeout, { params: { takeoutId: await takeout(scene) } }), {
      note: "of another user: 404",
    }),
    row(deleteTakeout, async (scene) => to(deleteTakeout, { params: { takeoutId: await takeout(scene) } }), {
      note: "of another user: 404",
    }),
    row(listImports, () => to(listImports)),
    row(
      getImport,
      async (scene) => {
        const { world, self, isDone } = scene;
        if (!isDone) return to(getImport, { params: { importId: scene.known(world.workspaceId) } });
        const begun = await world.ask(self, beginUpload(100, { type: "archive", fullFileName: "birds.zip" }));
        return to(getImport, { params: { importId: begun.headers["import-id"] ?? "" } });
      },
      { note: "of another user: 404" },
    ),
  ],
};

/** Resources of administrators. */
export const SERVER: Group = {
  title: "The installation",
  rows: [row(listOutbox, () => to(listOutbox))],
};
