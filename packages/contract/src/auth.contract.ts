import { z } from "zod";
import { Email, Id, IsoDate, Name, Nothing, Password } from "./common.contract.ts";
import { DELETE_ACCOUNT_PHRASE, FILE_NAME_PATTERN_MAX, FULL_PAGE_LIMIT_MAX, PASSWORD_MAX } from "./limits.ts";
import { defineRoute } from "./route.ts";

/** Response of every call that signs a user in. Both tokens are also cookies of the same names. */
export const Session = z.object({
  idToken: z.string(),
  refreshToken: z.string(),
  email: z.string(),
  displayName: z.string(),
  photoURL: z.string().nullable(),
  isNewUser: z.boolean(),
});

export const DownloadFormat = z.enum(["png", "jpg", "pdf"]);

/** The step after a capture. */
export const AfterCapture = z.enum(["editor", "link", "copy", "download", "drive", "dropbox"]);

/** Preferences of a user, stored in the account and mirrored to the extension (spec §2). */
export const Preferences = z.object({
  downloadFormat: DownloadFormat,
  driveShareableLinks: z.boolean(),
  askWhereToSave: z.boolean(),
  defaultSubfolder: z.string(),
  stampDateAndUrl: z.boolean(),
  /** The step after a capture: the editor, or directly a link, a copy on the clipboard, a file, or a save to a connected service. */
  afterCapture: AfterCapture,
  /** Pattern of capture names: a text with {title}, {host}, {date} and {time}. */
  fileNamePattern: z.string(),
  /** Folder of the personal library for captures. Null for the root, and when that folder was removed. */
  captureFolderId: z.string().nullable(),
  /** The workspace where the portal opens and new captures go. Null for the personal library, and when the caller is no member any more. */
  defaultWorkspaceId: z.string().nullable(),
  /** Whether a page's address, title, time, browser and screen are stored with its capture. */
  keepCaptureFacts: z.boolean(),
  /** Maximum height of full-page captures, in CSS pixels. */
  fullPageLimit: z.int(),
  /** Whether the portal creates and copies the link of a file that is uploaded alone. */
  copyUploadLink: z.boolean(),
  /** Whether the user gets a mail when the account is used on a new device. */
  signInAlerts: z.boolean(),
  /** Services to which the user permits that data of videos is sent: `speech:` or `chat:` and the host. */
  dataNotices: z.array(z.string()),
  language: z.string().nullable(),
  theme: z.enum(["light", "dark", "system"]),
});

export const PreferencesPatch = z.object({
  downloadFormat: DownloadFormat.optional(),
  driveShareableLinks: z.boolean().optional(),
  askWhereToSave: z.boolean().optional(),
  defaultSubfolder: z
    .string()
    .trim()
    .max(120)
    .regex(/^[^\\:*?"<>|\u0000-\u001f]*$/u, "Not a folder name.")
    .refine((text) => !text.split("/").includes(".."), "Not a folder name.")
    .optional(),
  stampDateAndUrl: z.boolean().optional(),
  afterCapture: AfterCapture.optional(),
  fileNamePattern: z
    .string()
    .trim()
    .min(1)
    .max(FILE_NAME_PATTERN_MAX)
    .regex(/^[^/\\:*?"<>|\u0000-\u001f\u202a-\u202e\u2066-\u2069]*$/u, "Not a file name.")
    .regex(/[^.\s]/u, "Not a file name.")
    .regex(/^(?:[^{}]|\{(?:title|host|date|time)\})*$/u, "Only {title}, {host}, {date} and {time} can stand in braces.")
    .optional(),
  captureFolderId: z.uuid("We could not find that folder.").toLowerCase().nullable().optional(),
  defaultWorkspaceId: z.uuid("We could not find that workspace.").toLowerCase().nullable().optional(),
  keepCaptureFacts: z.boolean().optional(),
  fullPageLimit: z.int().min(1_000).max(FULL_PAGE_LIMIT_MAX).optional(),
  copyUploadLink: z.boolean().optional(),
  signInAlerts: z.boolean().optional(),
  dataNotices: z
    .array(z.string().regex(/^(?:speech|chat):[^\s]{1,300}$/u))
    .max(50)
    .optional(),
  language: z
    .string()
    .max(16)
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/u)
    .nullable()
    .optional(),
  theme: z.enum(["light", "dark", "system"]).optional(),
});

/** A connected external account, or null. */
const Connection = z.object({ accountName: z.string(), connectedAt: IsoDate }).nullable();

export const User = z.object({
  id: Id,
  email: z.string(),
  emailVerified: z.boolean(),
  /** How the account was created. */
  provider: z.enum(["password", "google", "oidc"]),
  photoURL: z.string().nullable(),
  displayName: z.string(),
  role: z.enum(["user", "admin"]),
  isSlackIntegrate: z.boolean(),
  dropbox: Connection,
  jira: Connection,
  trello: Connection,
  drive: Connection,
  favoriteFolders: z.object({ images: z.array(Id), videos: z.array(Id), workspaces: z.record(z.string(), z.array(Id)) }),
  preferences: Preferences,
  createdAt: IsoDate,
});

/** One device or browser where the account is signed in. */
export const SignedInSession = z.object({
  id: Id,
  current: z.boolean(),
  userAgent: z.string(),
  ip: z.string(),
  createdAt: IsoDate,
  lastSeenAt: IsoDate,
});

/** Who may create an account: everyone, addresses of some domains, people with an invite, or no one. */
export const RegistrationMode = z.enum(["open", "domains", "invite", "closed"]);
export type RegistrationMode = z.infer<typeof RegistrationMode>;

/** The id of a workspace's invite, which may permit to create an account. An invalid one counts as absent. */
const InviteId = z.string().max(64).optional();

/** Errors of a refused registration, by {@link RegistrationMode}. */
const REGISTRATION_ERRORS = ["registration-closed", "registration-by-invite", "registration-domain"] as const;

/** A typed password that is only compared. Its only rule is a length limit, because of the cost of hashing. */
export const TypedPassword = z.string().min(1, "Please enter a password.").max(PASSWORD_MAX);

export const register = defineRoute({
  id: "auth.register",
  method: "POST",
  path: "/auth/register",
  summary: "Create an account; the first of an installation is its administrator",
  auth: "public",
  body: z.object({ email: Email, password: Password, username: Name, inviteId: InviteId }),
  response: Session,
  success: 201,
  errors: ["email-already-in-use", "sign-in-method-off", ...REGISTRATION_ERRORS],
});

export const login = defineRoute({
  id: "auth.login",
  method: "POST",
  path: "/auth/login",
  summary: "Sign in with e-mail and password",
  auth: "public",
  body: z.object({ email: Email, password: TypedPassword, remember: z.boolean().default(false) }),
  response: Session,
  errors: ["wrong-password", "account-suspended", "sign-in-method-off", "two-factor-required"],
});

export const loginGoogle = defineRoute({
  id: "auth.loginGoogle",
  method: "POST",
  path: "/auth/login-google",
  summary: "Sign in with a Google credential (an ID token)",
  auth: "public",
  body: z.object({ credentials: z.string().min(1).max(8192), inviteId: InviteId }),
  response: Session,
  errors: [
    "invalid-credentials",
    "email-already-in-use",
    "account-suspended",
    "not-configured",
    "sign-in-method-off",
    ...REGISTRATION_ERRORS,
  ],
});

export const refresh = defineRoute({
  id: "auth.refresh",
  method: "POST",
  path: "/auth/refresh",
  summary: "Get a new idToken for a valid refreshToken",
  auth: "user",
  response: Session,
});

export const logout = defineRoute({
  id: "auth.logout",
  method: "POST",
  path: "/auth/logout",
  summary: "End this session and clear its cookies; idempotent",
  auth: "optional",
  response: Nothing,
});

export const listSessions = defineRoute({
  id: "auth.listSessions",
  method: "GET",
  path: "/auth/sessions",
  summary: "Sessions of the account with their devices",
  auth: "user",
  response: z.object({ items: z.array(SignedInSession), nextCursor: z.null() }),
});

export const endSession = defineRoute({
  id: "auth.endSession",
  method: "DELETE",
  path: "/auth/sessions/{sessionId}",
  summary: "End one of the account's sessions",
  auth: "user",
  sessionOnly: true,
  params: z.object({ sessionId: Id }),
  response: Nothing,
});

export const endOtherSessions = defineRoute({
  id: "auth.endOtherSessions",
  method: "DELETE",
  path: "/auth/sessions",
  summary: "End all sessions of the account except this one",
  auth: "user",
  sessionOnly: true,
  /** Number of sessions that ended. */
  response: z.object({ ended: z.int() }),
});

export const getUserData = defineRoute({
  id: "auth.getUserData",
  method: "GET",
  path: "/auth/user-data",
  summary: "The signed-in user",
  auth: "user",
  response: User,
});

export const updateUserData = defineRoute({
  id: "auth.updateUserData",
  method: "PUT",
  path: "/auth/user-data",
  summary: "Change display name or photo; `photoURL` is the address of an uploaded photo, or empty",
  auth: "user",
  body: z.object({ displayName: Name.optional(), photoURL: z.string().max(300).nullable().optional() }),
  response: User,
});

export const updateEmail = defineRoute({
  id: "auth.updateEmail",
  method: "PUT",
  path: "/auth/email",
  summary:
    "Change the e-mail address; with a mail server it changes when the link at the new address is opened; a session older than 10 minutes needs the password",
  auth: "user",
  sessionOnly: true,
  body: z.object({ email: Email, password: TypedPassword.optional() }),
  response: User,
  errors: ["email-already-in-use", "reauthentication-required"],
});

export const requestEmailChange = defineRoute({
  id: "auth.requestEmailChange",
  method: "POST",
  path: "/auth/email-change",
  summary: "Send a link to a new e-mail address, which changes when it is opened; without a mail server it changes immediately",
  auth: "user",
  sessionOnly: true,
  body: z.object({ email: Email, password: TypedPassword.optional() }),
  /** Whether the change waits for its confirmation. */
  response: z.object({ pending: z.boolean() }),
  errors: ["email-already-in-use", "reauthentication-required"],
});

export const confirmEmailChange = defineRoute({
  id: "auth.confirmEmailChange",
  method: "POST",
  path: "/auth/email-change/confirm",
  summary: "Change the e-mail address with a link's code; single use, 24 hours",
  auth: "public",
  body: z.object({ code: z.string().min(1).max(2_048) }),
  response: z.object({ email: z.string() }),
  errors: ["email-link-used", "email-already-in-use"],
});

export const updatePassword = defineRoute({
  id: "auth.updatePassword",
  method: "PUT",
  path: "/auth/password",
  summary: "Change the password; all other sessions end",
  auth: "user",
  sessionOnly: true,
  body: z.object({ email: Email, oldPassword: TypedPassword, password: Password }),
  response: Nothing,
  errors: ["wrong-password", "different-account", "reauthentication-required"],
});

export const uploadAvatar = defineRoute({
  id: "auth.uploadAvatar",
  method: "POST",
  path: "/auth/upload-avatar",
  summary: "Upload a profile photo: JPG, JPEG or PNG by content",
  auth: "user",
  form: { file: { type: "file", description: "The image", required: true } },
  response: z.object({ photoURL: z.string() }),
  errors: ["unsupported-file-type", "file-too-large", "image-too-large", "unreadable-file", "storage-full"],
});

export const deleteUser = defineRoute({
  id: "auth.deleteUser",
  method: "DELETE",
  path: "/auth/user",
  summary:
    "Delete the caller's account with everything that only it owns; without a password, the session must not be older than 10 minutes",
  auth: "user",
  sessionOnly: true,
  body: z.object({
    email: Email,
    password: TypedPassword.optional(),
    phrase: z
      .string(`Type "${DELETE_ACCOUNT_PHRASE}".`)
      .refine((text) => text === DELETE_ACCOUNT_PHRASE, `Type "${DELETE_ACCOUNT_PHRASE}".`),
  }),
  response: Nothing,
  errors: ["wrong-password", "different-account", "reauthentication-required", "last-administrator"],
});

export const getPreferences = defineRoute({
  id: "auth.getPreferences",
  method: "GET",
  path: "/auth/preferences",
  summary: "The signed-in user's preferences",
  auth: "user",
  response: Preferences,
});

export const updatePreferences = defineRoute({
  id: "auth.updatePreferences",
  method: "PUT",
  path: "/auth/preferences",
  summary: "Change some preferences",
  auth: "user",
  body: PreferencesPatch,
  response: Preferences,
});

/** Returns the data that the sign-in page needs before a user signs in. */
export const getSignInOptions = defineRoute({
  id: "auth.getSignInOptions",
  method: "GET",
  path: "/auth/options",
  summary: "Sign-in methods of this server",
  auth: "public",
  response: z.object({
    host: z.string(),
    /** Name of the installation, if an administrator gave one. */
    serverName: z.string().nullable(),
    /** Address of the logo that an administrator uploaded. */
    logoUrl: z.string().nullable(),
    /** Whether accounts sign in by e-mail and password. */
    password: z.boolean(),
    google: z.object({ clientId: z.string() }).nullable(),
    oidc: z.object({ name: z.string(), startUrl: z.string() }).nullable(),
    hasUsers: z.boolean(),
    /** Who may create an account now. Without any account it is `open`, whatever is configured. */
    registration: RegistrationMode,
  }),
});
