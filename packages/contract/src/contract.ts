import * as accessRequests from "./access-requests.contract.ts";
import * as accessTokens from "./access-tokens.contract.ts";
import * as admin from "./admin.contract.ts";
import * as audit from "./audit.contract.ts";
import * as auth from "./auth.contract.ts";
import * as boards from "./boards.contract.ts";
import * as bulk from "./bulk.contract.ts";
import * as comments from "./comments.contract.ts";
import * as downloads from "./downloads.contract.ts";
import * as edits from "./edits.contract.ts";
import * as emails from "./emails.contract.ts";
import * as engagement from "./engagement.contract.ts";
import * as exportsOfVideos from "./exports.contract.ts";
import * as folders from "./folders.contract.ts";
import * as integrations from "./integrations.contract.ts";
import * as items from "./items.contract.ts";
import * as notificationSettings from "./notification-settings.contract.ts";
import * as notifications from "./notifications.contract.ts";
import * as passkeys from "./passkeys.contract.ts";
import * as people from "./people.contract.ts";
import * as playback from "./playback.contract.ts";
import * as pointer from "./pointer.contract.ts";
import * as recentItems from "./recent-items.contract.ts";
import * as reports from "./reports.contract.ts";
import * as requests from "./requests.contract.ts";
import * as rights from "./rights.contract.ts";
import type { Route } from "./route.ts";
import * as saves from "./saves.contract.ts";
import * as sends from "./sends.contract.ts";
import * as search from "./search.contract.ts";
import * as settings from "./settings.contract.ts";
import * as shares from "./shares.contract.ts";
import * as signInMethods from "./sign-in-methods.contract.ts";
import * as takeouts from "./takeouts.contract.ts";
import * as transcripts from "./transcripts.contract.ts";
import * as twoFactor from "./two-factor.contract.ts";
import * as uploadTools from "./upload-tools.contract.ts";
import * as webhooks from "./webhooks.contract.ts";
import * as workspaces from "./workspaces.contract.ts";

const isRoute = (value: unknown): value is Route =>
  typeof value === "object" && value !== null && "method" in value && "auth" in value && "path" in value;

/** Returns the routes of groups of modules; the routes of a group by the name of their export. */
const routesOf = (...groups: (object | object[])[]): Route[] =>
  groups.flatMap((group) => {
    const exported: Record<string, unknown> = Object.assign({}, ...[group].flat());
    return Object.keys(exported)
      .toSorted()
      .map((name) => exported[name])
      .filter(isRoute);
  });

/**
 * Every route of the API, in the order in which the documentation lists them. The call is marked as pure, so that bundles without a reader of
 * this list omit it: in a bundle whose chunks import each other, the modules can still be undefined when it runs.
 */
export const ROUTES: readonly Route[] = /* @__PURE__ */ routesOf(
  [auth, twoFactor, passkeys, signInMethods, accessTokens],
  emails,
  [workspaces, audit],
  rights,
  folders,
  [items, bulk, recentItems, uploadTools],
  search,
  comments,
  engagement,
  [notifications, notificationSettings],
  [playback, transcripts],
  [shares, accessRequests, reports],
  requests,
  [downloads, exportsOfVideos],
  takeouts,
  [integrations, saves, sends],
  webhooks,
  [boards, edits, pointer],
  [admin, people, settings],
);
