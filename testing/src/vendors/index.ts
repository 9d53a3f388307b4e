import { type AtlassianDouble, startAtlassian } from "./atlassian.double.ts";
import { type DropboxDouble, startDropbox } from "./dropbox.double.ts";
import { type GoogleDouble, startGoogle } from "./google.double.ts";
import type { Grants } from "./grants.ts";
import { type SlackDouble, startSlack } from "./slack.double.ts";
import { startTrello, type TrelloDouble } from "./trello.double.ts";

export type { AtlassianDouble, DropboxDouble, GoogleDouble, SlackDouble, TrelloDouble };
export { type ChatDouble, startChatService } from "./chat.double.ts";
export { type RecognisedPiece, type Lie, type SpeechDouble, startSpeechService } from "./speech.double.ts";
export type { Grants } from "./grants.ts";
export type { Fault, VendorServer } from "./vendor-server.ts";

/** All services that users can connect, on the loopback interface. */
export interface Vendors {
  google: GoogleDouble;
  dropbox: DropboxDouble;
  slack: SlackDouble;
  atlassian: AtlassianDouble;
  trello: TrelloDouble;
  /** The permissions at each service, by the name of the service in the API. */
  grants: Record<"drive" | "dropbox" | "slack" | "jira" | "trello", Grants>;
  /** Environment variables of a server that uses them. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

/** Visits a consent page as a user who decides immediately. Returns the address to which the service redirects. */
export async function visitConsent(authorizeUrl: string): Promise<URL> {
  const answer = await fetch(authorizeUrl, { redirect: "manual" });
  const location = answer.headers.get("location");
  if (location === null) throw new Error(`No redirect: ${answer.status} ${await answer.text()}`);
  return new URL(location);
}

const app = (name: string) => ({ clientId: `${name}-client`, clientSecret: `${name}-client-secret-for-tests` });

/** Starts all services. */
export async function startVendors(): Promise<Vendors> {
  const [google, dropbox, slack, atlassian] = await Promise.all([
    startGoogle(app("google")),
    startDropbox(app("dropbox")),
    startSlack(app("slack")),
    startAtlassian(app("atlassian"), app("trello")),
  ]);
  const trello = await startTrello(atlassian.trelloGrants);
  const credentials = Object.fromEntries(
    ["google", "dropbox", "slack", "atlassian", "trello"].flatMap((name) => [
      [`${name.toUpperCase()}_CLIENT_ID`, app(name).clientId],
      [`${name.toUpperCase()}_CLIENT_SECRET`, app(name).clientSecret],
    ]),
  );
  return {
    google,
    dropbox,
    slack,
    atlassian,
    trello,
    grants: { drive: google.grants, dropbox: dropbox.grants, slack: slack.grants, jira: atlassian.grants, trello: atlassian.trelloGrants },
    environment: {
      ...credentials,
      GOOGLE_AUTH_URL: google.origin,
      GOOGLE_TOKEN_URL: `${google.origin}/token`,
      GOOGLE_REVOKE_URL: `${google.origin}/revoke`,
      GOOGLE_API_URL: google.origin,
      DROPBOX_AUTH_URL: dropbox.origin,
      DROPBOX_API_URL: dropbox.origin,
      DROPBOX_CONTENT_URL: dropbox.origin,
      SLACK_BASE_URL: slack.origin,
      ATLASSIAN_AUTH_URL: atlassian.origin,
      ATLASSIAN_API_URL: atlassian.origin,
      TRELLO_API_URL: trello.origin,
    },
    close: async () => {
      await Promise.all([google, dropbox, slack, atlassian, trello].map((one) => one.close()));
    },
  };
}
