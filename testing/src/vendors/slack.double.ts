import { randomBytes } from "node:crypto";
import { type Grant, Grants, type Refusal } from "./grants.ts";
import {
  clientOf,
  fieldsOf,
  json,
  multipartOf,
  redirect,
  type RegisteredApp,
  startVendorServer,
  text,
  type VendorReply,
  type VendorRequest,
  type VendorServer,
} from "./vendor-server.ts";

/** A channel of the chat workspace. */
interface SlackChannel {
  id: string;
  name: string;
  is_private: boolean;
  is_archived: boolean;
  is_member: boolean;
}

/** A posted message, with the files that it shares. */
interface SlackMessage {
  channel: string;
  text: string;
  blocks: unknown[];
  fileIds: string[];
}

/** A file that was uploaded in the two steps of the Web API. */
interface SlackFile {
  id: string;
  name: string;
  length: number;
  bytes: Buffer | null;
  isComplete: boolean;
}

/** Slack's OAuth 2.0 and its Web API. */
export interface SlackDouble extends VendorServer {
  grants: Grants;
  channels: SlackChannel[];
  messages: SlackMessage[];
  files: Map<string, SlackFile>;
  /** Adds public channels. */
  addChannels(count: number): void;
  /** Removes a channel. */
  deleteChannel(id: string): void;
}

const TEAM = { id: "T9TK3CUKW", name: "Softball Team" };

const REFUSALS: Record<Refusal, string> = {
  client: "bad_client_secret",
  code: "invalid_code",
  redirect: "bad_redirect_uri",
  verifier: "invalid_code_verifier",
  refresh: "invalid_refresh_token",
};

/** Scope that a method needs. */
const SCOPES: Record<string, string> = {
  "conversations.list": "channels:read",
  "conversations.join": "channels:join",
  "chat.postMessage": "chat:write",
  "files.getUploadURLExternal": "files:write",
  "files.completeUploadExternal": "files:write",
};

const channel = (index: number, name: string, more: Partial<SlackChannel> = {}): SlackChannel => ({
  id: `C${String(index).padStart(9, "0")}`,
  name,
  is_private: false,
  is_archived: false,
  is_member: false,
  ...more,
});

/** Status 200 also for failures. */
const ok = (body: object): VendorReply => json(200, { ok: true, ...body });
const failure = (error: string, more: object = {}): VendorReply => json(200, { ok: false, error, ...more });
const listOf = (given: string | undefined): unknown[] => {
  const value: unknown = given === undefined ? [] : JSON.parse(given);
  return Array.isArray(value) ? value : [];
};

/** The state of one chat workspace. */
class Workspace {
  channels = [
    channel(1, "general", { is_member: true }),
    channel(2, "random"),
    channel(3, "secret-plans", { is_private: true, is_member: true }),
    channel(4, "old-news", { is_archived: true }),
  ];
  readonly messages: SlackMessage[] = [];
  readonly files = new Map<string, SlackFile>();

  list(fields: Record<string, string>): VendorReply {
    const limit = Number(fields["limit"] ?? 100);
    if (!(limit >= 1 && limit <= 999)) return failure("invalid_limit");
    const from = fields["cursor"] ? Number(Buffer.from(fields["cursor"], "base64").toString()) : 0;
    if (!Number.isInteger(from)) return failure("invalid_cursor");
    const types = (fields["types"] ?? "public_channel").split(",");
    const found = this.channels
      .filter((one) => types.includes(one.is_private ? "private_channel" : "public_channel"))
      .filter((one) => fields["exclude_archived"] !== "true" || !one.is_archived);
    const next = from + limit < found.length ? Buffer.from(String(from + limit)).toString("base64") : "";
    return ok({ channels: found.slice(from, from + limit), response_metadata: { next_cursor: next } });
  }

  join(id: string): VendorReply {
    const found = this.channels.find((one) => one.id === id);
    if (!found) return failure("channel_not_found");
    if (found.is_archived) return failure("is_archived");
    if (found.is_private) return failure("method_not_supported_for_channel_type");
    const warning = found.is_member ? { warning: "already_in_channel" } : {};
    found.is_member = true;
    return ok({ channel: found, ...warning });
  }

  post(fields: Record<string, string>, { scopes }: Grant): VendorReply {
    const found = this.channels.find((one) => one.id === fields["channel"]);
    if (!found) return failure("channel_not_found");
    if (found.is_archived) return failure("is_archived");
    if (!found.is_member && (found.is_private || !scopes.includes("chat:write.public"))) return failure("not_in_channel");
    const blocks = listOf(fields["blocks"]);
    if (!fields["text"] && blocks.length === 0) return failure("no_text");
    if (blocks.length > 50) return failure("invalid_blocks");
    this.messages.push({ channel: found.id, text: fields["text"] ?? "", blocks, fileIds: [] });
    const ts = `${Math.floor(Date.now() / 1_000)}.${String(this.messages.length).padStart(6, "0")}`;
    return ok({ channel: found.id, ts, message: { type: "message", text: fields["text"] ?? "", ts } });
  }

  startUpload(fields: Record<string, string>, origin: string): VendorReply {
    const length = Number(fields["length"]);
    if (!fields["filename"] || !(length > 0)) return failure("missing_argument");
    const id = `F${randomBytes(5).toString("hex").toUpperCase()}`;
    this.files.set(id, { id, name: fields["filename"], length, bytes: null, isComplete: false });
    return ok({ upload_url: `${origin}/upload/v1/${id}`, file_id: id });
  }

  async upload(id: string, request: VendorRequest): Promise<VendorReply> {
    const file = this.files.get(id);
    if (!file) return text(404, "not found");
    const isForm = request.headers["content-type"]?.includes("multipart") ?? false;
    const bytes = isForm ? (await multipartOf(request)).files[0]?.bytes : request.body;
    if (bytes?.length !== file.length) return text(400, "length mismatch");
    file.bytes = bytes;
    return text(200, `OK - ${bytes.length}`);
  }

  completeUpload(fields: Record<string, string>): VendorReply {
    const given = listOf(fields["files"]) as { id: string; title?: string }[];
    const files = given.map(({ id }) => this.files.get(id));
    if (files.length === 0 || files.some((file) => file === undefined || file.bytes === null)) return failure("file_not_found");
    const id = fields["channel_id"];
    const found = this.channels.find((one) => one.id === id);
    if (id !== undefined && !found) return failure("channel_not_found");
    if (found && !found.is_member) return failure("not_in_channel");
    for (const file of files) if (file) file.isComplete = true;
    if (found) {
      const fileIds = given.map((file) => file.id);
      this.messages.push({ channel: found.id, text: fields["initial_comment"] ?? "", blocks: listOf(fields["blocks"]), fileIds });
    }
    return ok({ files: given.map((file) => ({ ...file, permalink: `https://softball.slack.com/files/U0/${file.id}/shot` })) });
  }
}

function tokenReply(grants: Grants, request: VendorRequest): VendorReply {
  const fields = fieldsOf(request);
  const issued = grants.issue(clientOf(request, fields), fields);
  if (typeof issued === "string") return failure(REFUSALS[issued]);
  const rotation =
    issued.refreshToken === null ? {} : { refresh_token: issued.refreshToken, expires_in: Math.round(grants.livesMs / 1_000) };
  return ok({
    access_token: issued.accessToken,
    token_type: "bot",
    scope: issued.scopes.join(","),
    bot_user_id: "U0KRQLJ9H",
    app_id: "A0KRD7HC3",
    team: TEAM,
    enterprise: null,
    is_enterprise_install: false,
    authed_user: { id: "U1234" },
    ...rotation,
  });
}

function methodReply(workspace: Workspace, grants: Grants, request: VendorRequest): VendorReply {
  const method = request.path.slice("/api/".length);
  const fields = fieldsOf(request);
  const grant = grants.of(request);
  if (typeof grant === "string") {
    const isUnknown = grant === "unknown" && request.headers.authorization !== undefined;
    return failure(grant === "expired" ? "token_expired" : isUnknown ? "invalid_auth" : "not_authed");
  }
  const needed = SCOPES[method];
  if (needed !== undefined && !grant.scopes.includes(needed)) return failure("missing_scope", { needed, provided: grant.scopes.join(",") });
  if (method === "auth.test")
    return ok({ url: "https://softball.slack.com/", team: TEAM.name, team_id: TEAM.id, user: "bot", user_id: "U0" });
  if (method === "auth.revoke") return ok({ revoked: grants.revoke(grant.accessToken) });
  if (method === "conversations.list") return workspace.list(fields);
  if (method === "conversations.join") return workspace.join(fields["channel"] ?? "");
  if (method === "chat.postMessage") return workspace.post(fields, grant);
  if (method === "files.getUploadURLExternal") return workspace.startUpload(fields, request.origin);
  if (method === "files.completeUploadExternal") return workspace.completeUpload(fields);
  return failure("unknown_method");
}

/** Starts the double of Slack. @param options `rotates`: whether the app uses tokens that expire */
export async function startSlack(app: RegisteredApp, { rotates = true } = {}): Promise<SlackDouble> {
  const grants = new Grants(app, { rotates: true, separator: ",", isOffline: () => rotates });
  if (!rotates) grants.livesMs = Number.MAX_SAFE_INTEGER / 2;
  const workspace = new Workspace();
  const server = await startVendorServer((request) => {
    if (request.path === "/oauth/v2/authorize") return redirect(grants.authorize(request.query));
    if (request.path === "/api/oauth.v2.access") return tokenReply(grants, request);
    if (request.path.startsWith("/upload/v1/")) return workspace.upload(request.path.slice("/upload/v1/".length), request);
    return methodReply(workspace, grants, request);
  });
  return {
    ...server,
    grants,
    channels: workspace.channels,
    messages: workspace.messages,
    files: workspace.files,
    addChannels: (count) => {
      const from = workspace.channels.length + 1;
      for (let index = from; index < from + count; index += 1) workspace.channels.push(channel(index, `channel-${index}`));
    },
    deleteChannel: (id) => {
      const at = workspace.channels.findIndex((one) => one.id === id);
      if (at >= 0) workspace.channels.splice(at, 1);
    },
  };
}
