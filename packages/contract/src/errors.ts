/** One row of the catalogue: the HTTP status and the sentence for users. */
export interface ErrorSpec {
  status: number;
  message: string;
}

/**
 * The catalogue of all failures. A code is permanent and never reused. Status and text are in one row, so that they stay
 * consistent. User interfaces translate by code (`errors.<code>`), and the text here is the fallback.
 */
export const ERRORS = {
  "bad-request": { status: 400, message: "The request could not be read." },
  "wrong-password": { status: 400, message: "Invalid email or password! Please enter again." },
  "invalid-credentials": { status: 400, message: "Error logging in with the identity provider. Please try again later." },
  "drive-not-approved": { status: 400, message: "Login with Google to use this Feature" },
  "sign-in-declined": { status: 400, message: "The user did not approve access." },
  "reauthentication-required": { status: 400, message: "Could not re-authenticate" },
  "two-factor-required": { status: 401, message: "Enter the code of your authenticator app." },
  "wrong-code": { status: 400, message: "That code is not correct, or it was already used." },
  "sign-in-expired": { status: 410, message: "This sign-in has expired. Please sign in again." },
  "two-factor-on": { status: 409, message: "The authenticator app is already on." },
  "two-factor-off": { status: 409, message: "The authenticator app is not on." },
  "passkey-refused": { status: 400, message: "This passkey could not be used." },
  "address-not-public": {
    status: 422,
    message: "This address isn't on the public internet. Use another one, or ask an administrator to allow private addresses.",
  },
  "too-many-webhooks": { status: 409, message: "Delete a webhook before you create another one." },
  "webhook-off": { status: 409, message: "This webhook is off. Switch it on first." },
  "too-many-tokens": { status: 409, message: "Revoke an access token before you create another one." },
  "too-many-passkeys": { status: 409, message: "Remove a passkey before you add another one." },
  "identity-in-use": { status: 409, message: "That sign-in is already linked to another account on this server." },
  "identity-mismatch": { status: 403, message: "You signed in with something that isn't linked to this account." },
  "last-sign-in-method": { status: 409, message: "This is the last way to sign in to your account. Add another one first." },
  "password-exists": { status: 409, message: "This account already has a password." },
  unauthenticated: { status: 401, message: "Please log in to continue." },
  "sign-in-to-comment": { status: 401, message: "Please log in to comment." },
  "sign-in-to-like": { status: 401, message: "Please log in to like." },
  "sign-in-to-download": { status: 401, message: "Please log in to download." },
  "token-read-only": { status: 403, message: "This access token can only read. Create one that can also write." },
  "session-required": { status: 403, message: "An access token can't do this. Sign in to do it." },
  forbidden: { status: 403, message: "Insufficient permissions!" },
  "cross-origin": { status: 403, message: "This request came from another site and was refused." },
  "account-suspended": { status: 403, message: "This account is suspended. Ask your administrator." },
  "registration-closed": { status: 403, message: "New accounts can't be created on this server. Ask its administrator for an account." },
  "registration-by-invite": { status: 403, message: "You need an invite to create an account on this server." },
  "registration-domain": { status: 403, message: "You can't sign up with this e-mail address. Use the one from your organization." },
  "different-account": { status: 403, message: "You cannot delete a different account." },
  "sign-in-method-off": { status: 403, message: "An administrator has turned off this sign-in method on this server." },
  "password-required": { status: 403, message: "This link is protected by a password." },
  "not-found": { status: 404, message: "We could not find that, or you no longer have access to it." },
  "method-not-allowed": { status: 405, message: "This address doesn't support this kind of request." },
  "email-already-in-use": { status: 409, message: "User with this email already exists" },
  "last-owner": { status: 409, message: "Make someone else an owner first." },
  "last-administrator": { status: 409, message: "Make someone else an administrator first." },
  "team-exists": { status: 409, message: "A team with this name already exists." },
  "folder-exists": { status: 409, message: "This folder already exists." },
  "folder-restored": { status: 409, message: "This folder has already been restored." },
  "workspace-has-owner": { status: 409, message: "This workspace has an active owner, who can transfer it." },
  "move-conflict": { status: 409, message: "Error moving items. Some of them have been moved or deleted." },
  "edit-conflict": { status: 409, message: "Someone else has changed this image." },
  "letters-missing": { status: 409, message: "This server has no font for some letters of the texts." },
  "no-transcript": { status: 409, message: "This video has no transcript yet." },
  "no-original": { status: 409, message: "There is no original to revert to." },
  "not-retryable": { status: 409, message: "This can't be repeated: the file itself can't be read, or it was repeated already." },
  "takeout-running": { status: 409, message: "An export is already running." },
  "upload-conflict": { status: 409, message: "The upload got out of step. Try again." },
  "confirmation-required": { status: 409, message: "Please confirm that you want to disconnect." },
  "reconnect-needed": { status: 409, message: "This service no longer accepts the connection. Please connect it again." },
  "public-address-unreachable": { status: 422, message: "This server does not answer at that address. Check the address and proxy." },
  "setting-changed": { status: 409, message: "Another administrator has changed this setting. Load it again before you change it." },
  "setting-from-environment": { status: 409, message: "The environment of the server sets this value. It can't be changed here." },
  "link-removed": { status: 410, message: "This link was removed by an administrator of this server." },
  "request-closed": { status: 410, message: "This request is closed." },
  "request-full": { status: 409, message: "This request is full." },
  "request-too-long": { status: 422, message: "This video is longer than the request allows." },
  "connection-expired": { status: 410, message: "This attempt to connect has expired or was already used. Connect again." },
  "invite-expired": { status: 410, message: "This invite has expired" },
  "reset-link-used": { status: 410, message: "This reset link was already used or has expired" },
  "email-link-used": { status: 410, message: "This link was already used or has expired" },
  "recording-ended": { status: 410, message: "This recording has already ended." },
  "file-too-large": { status: 413, message: "The file is too large." },
  "image-too-large": { status: 413, message: "Image too large." },
  "board-full": { status: 413, message: "This whiteboard is full. Delete objects or start another whiteboard." },
  "element-too-large": { status: 413, message: "This object is too large for a whiteboard." },
  "body-too-large": { status: 413, message: "The request is too large." },
  "unsupported-file-type": { status: 415, message: "This file type is not supported." },
  "unsupported-media-type": { status: 415, message: "The request's content type is not supported." },
  "range-not-satisfiable": { status: 416, message: "That part of the file does not exist." },
  "validation-failed": { status: 422, message: "Some fields need your attention." },
  "quota-below-use": { status: 422, message: "This quota is below what the account already uses." },
  "receiver-quota-exceeded": { status: 422, message: "The chosen account has too little storage left for these items." },
  "folder-cycle": { status: 422, message: "A folder can't be moved into itself." },
  "folder-too-deep": { status: 422, message: "Folders can't be nested deeper than this." },
  "format-not-available": { status: 422, message: "This file can't be downloaded in that format." },
  "sign-in-lock-out": { status: 422, message: "No administrator could sign in any more. Leave one of their sign-in methods on." },
  "unreadable-file": { status: 422, message: "The file is damaged or incomplete." },
  "checksum-mismatch": { status: 460, message: "The data was damaged in transit. Try again." },
  "too-many-requests": { status: 429, message: "Too many attempts. Wait a moment and try again." },
  internal: { status: 500, message: "There was an error." },
  "mail-not-sent": { status: 502, message: "Could not send e-mail to the listed addresses" },
  "drive-sign-in-failed": { status: 502, message: "Could not log in with the cloud-drive account." },
  "provider-refused": { status: 502, message: "The service refused the request or can't be reached. Try again later." },
  unavailable: { status: 503, message: "The service isn't available right now. Try again in a moment." },
  "not-configured": { status: 501, message: "This is not configured on this server." },
  "quota-exceeded": { status: 507, message: "Your storage is full. Delete something or empty the trash, then try again." },
  "save-folder-gone": { status: 409, message: "The chosen folder is no longer there. Choose another one." },
  "provider-full": { status: 507, message: "The connected account has no space left." },
  "storage-full": { status: 507, message: "The server's disk is full. Nothing was saved." },
} as const satisfies Record<string, ErrorSpec>;

/** A permanent word for one kind of failure. */
export type ErrorCode = keyof typeof ERRORS;

/** Codes that any route may return, so that routes need not list them. */
export const COMMON_ERRORS = [
  "bad-request",
  "unauthenticated",
  "forbidden",
  "cross-origin",
  "not-found",
  "body-too-large",
  "unsupported-media-type",
  "validation-failed",
  "too-many-requests",
  "internal",
  "unavailable",
] as const satisfies readonly ErrorCode[];

/** One issue of one field. `field` is a dotted path such as `items.0.title`. */
export interface FieldIssue {
  field: string;
  code: string;
  message: string;
}

/** The body of every failure response. */
export interface FailureEnvelope {
  status: "error";
  code: ErrorCode | (string & {});
  message: string;
  details?: FieldIssue[];
}

/** The body of every success response. */
export interface SuccessEnvelope<T> {
  status: "success";
  data: T;
  message?: string;
}
