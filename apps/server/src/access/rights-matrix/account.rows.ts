import {
  cancelSave,
  listBoardLists,
  listCardBoards,
  listChatChannels,
  listIssueFields,
  listIssueTypes,
  listTrackerProjects,
  listTrackerSites,
  completeDriveOauth,
  createSaveFolder,
  getSave,
  listSaveFolders,
  retrySave,
  connectIntegration,
  disconnectIntegration,
  getDriveUser,
  listIntegrations,
  addPasskey,
  createAccessToken,
  createWebhook,
  deleteWebhook,
  getWebhookSecret,
  listWebhookDeliveries,
  listWebhooks,
  resendWebhookDelivery,
  testWebhook,
  updateWebhook,
  listAccessTokens,
  revokeAccessToken,
  getSignInMethods,
  linkGoogle,
  proveWithGoogle,
  proveWithPasskey,
  sendPasswordLink,
  startPasskeyProof,
  startProvider,
  unlinkIdentity,
  createManagedUser,
  createRecoveryCodes,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  listPasskeys,
  listRecentItems,
  removePasskey,
  restorePasskey,
  setUpTwoFactor,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
  verifyTwoFactor,
  checkResetLink,
  confirmEmailChange,
  createTakeout,
  createWorkspace,
  deleteManagedUser,
  deleteTakeout,
  deleteUser,
  disableManagedTwoFactor,
  endManagedSessions,
  endOtherSessions,
  endSession,
  getHealth,
  getImport,
  getManagedUser,
  getNotificationSettings,
  getPreferences,
  getReports,
  getSettings,
  getSignInOptions,
  getSetup,
  getStorage,
  getTakeout,
  getUserData,
  listAllWorkspaces,
  listReports,
  listImports,
  listInstallationAudit,
  listJobs,
  listNotifications,
  listOutbox,
  listRateLimits,
  listSessions,
  listTakeouts,
  listUsers,
  login,
  loginGoogle,
  logout,
  previewRetention,
  readNotifications,
  recountStorage,
  refresh,
  reportLink,
  requestEmailChange,
  retryJob,
  retryJobs,
  register,
  sendManagedReset,
  sendResetPasswordEmail,
  sendWelcomeEmail,
  setNewPassword,
  testSettings,
  transferWorkspace,
  unsubscribeMail,
  updateReports,
  updateEmail,
  updateManagedUser,
  updateNotificationSettings,
  updatePassword,
  updatePreferences,
  updateSettings,
  updateUserData,
  uploadAvatar,
  uploadServerLogo,
} from "@stillreel/contract";
import { to } from "./requests.ts";
import { deviation, type Group, row, type RequestContext } from "./request-context.ts";
import {
  ACCOUNT_ABSENT,
  ACCOUNT_OVER,
  ACCOUNT_PROOF,
  ACCOUNT_STATE,
  ACCOUNT_UNKNOWN,
  OPERATORS,
  OVER,
  SAME,
} from "./expected-responses.ts";
import { beginUpload, PASSWORD } from "./matrix-fixture.ts";

/** Returns the caller's takeout; starts one if there is none. */
async function takeout(context: RequestContext): Promise<string> {
  const { fixture, self, isDone } = context;
  if (!isDone) return context.known(fixture.workspaceId);
  const [known] = (await fixture.data(self, listTakeouts)).items;
  return known?.id ?? (await fixture.data(self, createTakeout)).id;
}

async function withoutTakeout(context: RequestContext): Promise<void> {
  const { fixture, self } = context;
  if (!context.isDone) return;
  const { items } = await fixture.data(self, listTakeouts);
  for (const { id } of items) await fixture.data(self, deleteTakeout, { params: { takeoutId: id } });
}

/** Requests that do not sign in by themselves. */
export const SIGN_IN: Group = {
  title: "Signing in",
  rows: [
    row(register, (context) =>
      to(register, { body: { email: `${context.name("new").replace(" ", "-")}@example.test`, password: PASSWORD, username: "New" } }),
    ),
    row(login, ({ fixture }) => to(login, { body: { email: fixture.owner.email, password: PASSWORD } })),
    deviation(loginGoogle, SAME, () => to(loginGoogle, { body: { credentials: "none" } }), { note: "not configured: 501" }),
    row(getSignInOptions, () => to(getSignInOptions)),
    row(logout, async (context) =>
      context.sender && context.caller.column !== "gone" ? { ...to(logout), as: await context.session() } : to(logout),
    ),
    row(sendResetPasswordEmail, ({ fixture }) => to(sendResetPasswordEmail, { body: { email: fixture.owner.email } })),
    deviation(checkResetLink, OVER, () => to(checkResetLink, { query: { oobCode: "made-up" } })),
    deviation(confirmEmailChange, OVER, () => to(confirmEmailChange, { body: { code: "made-up" } })),
    deviation(verifyTwoFactor, OVER, () => to(verifyTwoFactor, { body: { challenge: "made-up", code: "000000" } })),
    row(startPasskeySignIn, () => to(startPasskeySignIn)),
    deviation(signInWithPasskey, SAME, () => {
      const response = { clientDataJSON: NONSENSE, authenticatorData: NONSENSE, signature: NONSENSE };
      return to(signInWithPasskey, { body: { credential: { ...CREDENTIAL, response } } });
    }),
    deviation(unsubscribeMail, SAME, () => to(unsubscribeMail, { body: { token: "made-up" } }), {
      note: "with the signed token of a digest; others: 404",
    }),
    deviation(setNewPassword, OVER, () => to(setNewPassword, { body: { oobCode: "made-up", newPassword: PASSWORD } })),
  ],
};

/** Binary data in base64url, which is no credential. */
const NONSENSE = "AAAA";
const CREDENTIAL = { id: NONSENSE, rawId: NONSENSE, type: "public-key" } as const;

const SLACK = { provider: "slack" } as const;
const DRIVE = { provider: "drive" } as const;
const TRACKER = { resourceId: "site", projectId: "1", issueTypeId: "1" };

/** Resources of the caller, independent of workspaces. */
export const OWN: Group = {
  title: "Own account",
  rows: [
    row(refresh, () => to(refresh)),
    row(listSessions, () => to(listSessions)),
    row(endSession, async (context) => {
      if (!context.isDone) return to(endSession, { params: { sessionId: context.known(context.fixture.workspaceId) } });
      const other = await context.session();
      const sessions = await context.fixture.data({ headers: other }, listSessions);
      return to(endSession, { params: { sessionId: sessions.items.find(({ current }) => current)?.id ?? "" } });
    }),
    row(endOtherSessions, () => to(endOtherSessions)),
    row(getUserData, () => to(getUserData)),
    row(updateUserData, ({ self }) => to(updateUserData, { body: { displayName: self.name } })),
    row(updateEmail, ({ self }) => to(updateEmail, { body: { email: self.email } })),
    row(requestEmailChange, ({ self }) => to(requestEmailChange, { body: { email: self.email } })),
    row(updatePassword, ({ self }) => to(updatePassword, { body: { email: self.email, oldPassword: PASSWORD, password: PASSWORD } })),
    row(getTwoFactor, () => to(getTwoFactor)),
    deviation(enableTwoFactor, ACCOUNT_STATE, () => to(enableTwoFactor, { body: { code: "000000" } })),
    deviation(createRecoveryCodes, ACCOUNT_STATE, () => to(createRecoveryCodes, { body: { password: PASSWORD } })),
    deviation(disableTwoFactor, ACCOUNT_STATE, () => to(disableTwoFactor, { body: { password: PASSWORD } })),
    row(setUpTwoFactor, () => to(setUpTwoFactor, { body: { password: PASSWORD } })),
    row(listPasskeys, () => to(listPasskeys)),
    row(startPasskey, () => to(startPasskey, { body: { password: PASSWORD } })),
    deviation(addPasskey, ACCOUNT_PROOF, () => {
      const response = { clientDataJSON: NONSENSE, attestationObject: NONSENSE };
      return to(addPasskey, { body: { name: "Laptop", credential: { ...CREDENTIAL, response } } });
    }),
    deviation(
      removePasskey,
      ACCOUNT_UNKNOWN,
      (context) => to(removePasskey, { params: { passkeyId: context.known(context.fixture.workspaceId) }, body: { password: PASSWORD } }),
      { note: "of another user: 404" },
    ),
    row(listAccessTokens, () => to(listAccessTokens)),
    row(createAccessToken, () => to(createAccessToken, { body: { name: "Backup" } })),
    deviation(
      revokeAccessToken,
      ACCOUNT_UNKNOWN,
      (context) => to(revokeAccessToken, { params: { tokenId: context.known(context.fixture.workspaceId) } }),
      { note: "of another user: 404" },
    ),
    row(startPasskeyProof, () => to(startPasskeyProof)),
    deviation(proveWithPasskey, ACCOUNT_PROOF, () => {
      const response = { clientDataJSON: NONSENSE, authenticatorData: NONSENSE, signature: NONSENSE };
      return to(proveWithPasskey, { body: { credential: { ...CREDENTIAL, response } } });
    }),
    row(getSignInMethods, () => to(getSignInMethods)),
    deviation(startProvider, ACCOUNT_ABSENT, () => to(startProvider, { body: { provider: "oidc", purpose: "prove" } })),
    deviation(linkGoogle, ACCOUNT_ABSENT, () => to(linkGoogle, { body: { credentials: "none" } })),
    deviation(proveWithGoogle, ACCOUNT_ABSENT, () => to(proveWithGoogle, { body: { credentials: "none" } })),
    deviation(
      unlinkIdentity,
      ACCOUNT_UNKNOWN,
      (context) => to(unlinkIdentity, { params: { identityId: context.known(context.fixture.workspaceId) }, body: { password: PASSWORD } }),
      { note: "of another user: 404" },
    ),
    deviation(sendPasswordLink, ACCOUNT_STATE, () => to(sendPasswordLink)),
    deviation(
      restorePasskey,
      ACCOUNT_UNKNOWN,
      (context) => to(restorePasskey, { params: { passkeyId: context.known(context.fixture.workspaceId) } }),
      { note: "of another user or session: 404" },
    ),
    row(uploadAvatar, (context) => context.form(to(uploadAvatar), {}, context.picture)),
    row(deleteUser, async (context) => {
      const { email, headers } = context.isDone ? await context.account() : context.self;
      const sent = to(deleteUser, { body: { email, password: PASSWORD, phrase: "delete my account" } });
      return context.isDone ? { ...sent, as: headers } : sent;
    }),
    row(listWebhooks, () => to(listWebhooks)),
    row(createWebhook, ({ fixture: { workspaceId } }) =>
      to(createWebhook, { body: { url: "https://receiver.example.test/", events: ["item.created"], workspaceId } }),
    ),
    ...[updateWebhook, deleteWebhook, getWebhookSecret, testWebhook, listWebhookDeliveries].map((route) =>
      deviation(
        route,
        ACCOUNT_UNKNOWN,
        (context) => to(route as typeof updateWebhook, { params: { webhookId: context.known(context.fixture.workspaceId) }, body: {} }),
        { note: "of another user: 404" },
      ),
    ),
    deviation(
      resendWebhookDelivery,
      ACCOUNT_UNKNOWN,
      (context) => {
        const unknown = context.known(context.fixture.workspaceId);
        return to(resendWebhookDelivery, { params: { webhookId: unknown, deliveryId: unknown } });
      },
      { note: "of another user: 404" },
    ),
    row(listIntegrations, () => to(listIntegrations)),
    deviation(connectIntegration, ACCOUNT_ABSENT, () => to(connectIntegration, { params: SLACK, body: {} })),
    deviation(disconnectIntegration, ACCOUNT_UNKNOWN, () => to(disconnectIntegration, { params: SLACK, body: { confirm: true } })),
    deviation(completeDriveOauth, ACCOUNT_OVER, () => to(completeDriveOauth, { query: { code: "made-up", state: "made-up" } })),
    deviation(getDriveUser, ACCOUNT_STATE, () => to(getDriveUser)),
    deviation(listSaveFolders, ACCOUNT_STATE, () => to(listSaveFolders, { params: DRIVE })),
    deviation(createSaveFolder, ACCOUNT_STATE, () => to(createSaveFolder, { params: DRIVE, body: { name: "Captures" } })),
    ...[getSave, cancelSave, retrySave].map((route) =>
      deviation(route, ACCOUNT_UNKNOWN, (context) => to(route, { params: { saveId: context.known(context.fixture.workspaceId) } }), {
        note: "of another user: 404",
      }),
    ),
    deviation(listChatChannels, ACCOUNT_STATE, () => to(listChatChannels)),
    deviation(listTrackerSites, ACCOUNT_STATE, () => to(listTrackerSites)),
    deviation(listTrackerProjects, ACCOUNT_STATE, () => to(listTrackerProjects, { query: TRACKER })),
    deviation(listIssueTypes, ACCOUNT_STATE, () => to(listIssueTypes, { query: TRACKER })),
    deviation(listIssueFields, ACCOUNT_STATE, () => to(listIssueFields, { query: TRACKER })),
    deviation(listCardBoards, ACCOUNT_STATE, () => to(listCardBoards)),
    deviation(listBoardLists, ACCOUNT_STATE, () => to(listBoardLists, { query: { boardId: "board" } })),
    row(listRecentItems, () => to(listRecentItems)),
    row(getPreferences, () => to(getPreferences)),
    row(updatePreferences, () => to(updatePreferences, { body: { theme: "dark" } })),
    row(listNotifications, () => to(listNotifications)),
    row(readNotifications, () => to(readNotifications, { body: { all: true } })),
    row(getNotificationSettings, () => to(getNotificationSettings)),
    row(updateNotificationSettings, () => to(updateNotificationSettings, { body: { channels: { like: "bell" } } })),
    row(sendWelcomeEmail, ({ self }) => to(sendWelcomeEmail, { body: { email: self.email } })),
    row(createTakeout, async (context) => {
      await withoutTakeout(context);
      return to(createTakeout);
    }),
    row(listTakeouts, () => to(listTakeouts)),
    row(getTakeout, async (context) => to(getTakeout, { params: { takeoutId: await takeout(context) } }), {
      note: "of another user: 404",
    }),
    row(deleteTakeout, async (context) => to(deleteTakeout, { params: { takeoutId: await takeout(context) } }), {
      note: "of another user: 404",
    }),
    row(listImports, () => to(listImports)),
    row(
      getImport,
      async (context) => {
        const { fixture, self, isDone } = context;
        if (!isDone) return to(getImport, { params: { importId: context.known(fixture.workspaceId) } });
        const begun = await fixture.ask(self, beginUpload(100, { type: "archive", fullFileName: "birds.zip" }));
        return to(getImport, { params: { importId: begun.headers["import-id"] ?? "" } });
      },
      { note: "of another user: 404" },
    ),
  ],
};

/** Returns the id of an account that the request may change, or of one that must stay. */
const anAccount = async (context: RequestContext): Promise<string> =>
  context.isDone ? (await context.account()).id : context.fixture.owner.id;

/** Returns a new workspace whose owner is suspended. */
async function abandoned(context: RequestContext): Promise<string> {
  const { fixture } = context;
  const owner = await context.account();
  const { id } = await fixture.data({ headers: owner.headers }, createWorkspace, { query: { name: "Abandoned" } });
  await fixture.data(fixture.people["server admin"], updateManagedUser, { params: { userId: owner.id }, body: { suspended: true } });
  return id;
}

/** Returns a link that was reported. */
async function reported({ fixture, target }: RequestContext): Promise<string> {
  await fixture.data(fixture.owner, reportLink, { params: { slug: target.slug }, body: { reason: "abusive" } });
  return target.slug;
}

/** Resources of administrators. */
export const SERVER: Group = {
  title: "The installation",
  rows: [
    row(listOutbox, () => to(listOutbox)),
    row(listUsers, () => to(listUsers)),
    row(createManagedUser, () => to(createManagedUser, { body: { email: "added@example.test", displayName: "Added", role: "user" } })),
    row(getManagedUser, async (context) => to(getManagedUser, { params: { userId: await anAccount(context) } })),
    row(updateManagedUser, async (context) =>
      to(updateManagedUser, { params: { userId: await anAccount(context) }, body: { suspended: true } }),
    ),
    row(deleteManagedUser, async (context) =>
      to(deleteManagedUser, { params: { userId: await anAccount(context) }, body: { items: "delete" } }),
    ),
    row(sendManagedReset, async (context) => to(sendManagedReset, { params: { userId: await anAccount(context) } })),
    row(endManagedSessions, async (context) => to(endManagedSessions, { params: { userId: await anAccount(context) } })),
    deviation(
      disableManagedTwoFactor,
      { ...OPERATORS, operator: "409" },
      async (context) => to(disableManagedTwoFactor, { params: { userId: await anAccount(context) } }),
      { note: "of an account without an authenticator app: 409" },
    ),
    row(listInstallationAudit, () => to(listInstallationAudit)),
    row(getHealth, () => to(getHealth)),
    row(listJobs, () => to(listJobs)),
    row(retryJob, async ({ fixture }) => {
      const { items } = await fixture.data(fixture.people["server admin"], listJobs, { query: { state: "waiting" } });
      return to(retryJob, { params: { jobId: items[0]?.id ?? "" } });
    }),
    row(retryJobs, () => to(retryJobs, { body: { name: "outbox.send-mail" } })),
    row(listAllWorkspaces, () => to(listAllWorkspaces)),
    row(getStorage, () => to(getStorage)),
    row(previewRetention, () => to(previewRetention, { query: { days: 90 } })),
    row(recountStorage, () => to(recountStorage)),
    row(transferWorkspace, async (context) => {
      const workspaceId = context.isDone ? await abandoned(context) : context.fixture.workspaceId;
      return to(transferWorkspace, { params: { workspaceId }, body: { userId: context.fixture.owner.id } });
    }),
    row(listReports, () => to(listReports)),
    row(getReports, async (context) => to(getReports, { params: { slug: await reported(context) } })),
    row(updateReports, async (context) => to(updateReports, { params: { slug: await reported(context) }, body: { closed: true } })),
    row(getSettings, () => to(getSettings)),
    row(getSetup, () => to(getSetup)),
    row(listRateLimits, () => to(listRateLimits)),
    row(uploadServerLogo, (context) => context.form(to(uploadServerLogo), {}, context.picture)),
    row(updateSettings, () => to(updateSettings, { body: {} })),
    row(testSettings, () => to(testSettings, { body: { what: "mail" } })),
  ],
};
