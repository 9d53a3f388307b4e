const INVITE_PATH = /^\/invite\/([\w-]{1,64})\/?$/u;

/** Returns the portal's path of an invite. */
export const invitePath = (inviteId: string): string => `/invite/${inviteId}`;

/** Returns the id of the invite that a path of the portal opens, or undefined. Query and fragment are ignored. */
export function inviteIdOf(path: string | undefined): string | undefined {
  return INVITE_PATH.exec(path?.split(/[?#]/u)[0] ?? "")?.[1];
}
