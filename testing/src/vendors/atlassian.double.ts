import { Grants, type Refusal } from "./grants.ts";
import {
  clientOf,
  fieldsOf,
  json,
  multipartOf,
  objectOf,
  redirect,
  type RegisteredApp,
  type SentFile,
  startVendorServer,
  text,
  type VendorReply,
  type VendorRequest,
  type VendorServer,
} from "./vendor-server.ts";

/** A created issue. */
interface JiraIssue {
  id: string;
  key: string;
  fields: Record<string, unknown>;
  attachments: SentFile[];
}

/** A field of an issue type, as the API describes it. */
interface JiraField {
  fieldId: string;
  key: string;
  name: string;
  required: boolean;
  hasDefaultValue: boolean;
  schema: { type: string; system?: string; items?: string; custom?: string };
  allowedValues?: { id: string; name?: string; value?: string }[];
}

/** A project with its issue types and their fields. */
interface JiraProject {
  id: string;
  key: string;
  name: string;
  issueTypes: { id: string; name: string; subtask: boolean; fields: JiraField[] }[];
}

/** Atlassian's OAuth 2.0, which signs in to Jira and Trello, and the API of Jira Cloud, on one origin. */
export interface AtlassianDouble extends VendorServer {
  /** Permissions for Jira. */
  grants: Grants;
  /** Permissions for Trello, whose API is another service. */
  trelloGrants: Grants;
  sites: { id: string; name: string; url: string }[];
  projects: JiraProject[];
  issues: Map<string, JiraIssue>;
  /** Maximum bytes of an attachment. */
  attachmentMax: number;
}

const REFUSALS: Record<Refusal, [status: number, word: string, description: string]> = {
  client: [401, "access_denied", "Unauthorized"],
  code: [403, "invalid_grant", "Invalid authorization code"],
  redirect: [403, "invalid_grant", "The redirect URI is wrong"],
  verifier: [403, "invalid_grant", "Failed to verify code verifier"],
  refresh: [403, "invalid_grant", "Unknown or invalid refresh token."],
};

const field = (id: string, name: string, type: string, more: Partial<JiraField> = {}): JiraField => ({
  fieldId: id,
  key: id,
  name,
  required: true,
  hasDefaultValue: false,
  schema: { type, system: id },
  ...more,
});

const basics = (): JiraField[] => [
  field("summary", "Summary", "string"),
  field("project", "Project", "project"),
  field("issuetype", "Issue Type", "issuetype"),
  field("description", "Description", "string", { required: false }),
];

const project = (id: string, key: string, name: string): JiraProject => ({
  id,
  key,
  name,
  issueTypes: [
    { id: "10001", name: "Task", subtask: false, fields: basics() },
    {
      id: "10002",
      name: "Bug",
      subtask: false,
      fields: [
        ...basics(),
        field("customfield_10050", "Severity", "option", {
          schema: { type: "option", custom: "com.atlassian.jira.plugin.system.customfieldtypes:select" },
          allowedValues: [
            { id: "1", value: "High" },
            { id: "2", value: "Low" },
          ],
        }),
        field("priority", "Priority", "priority", { hasDefaultValue: true, allowedValues: [{ id: "3", name: "Medium" }] }),
      ],
    },
    { id: "10003", name: "Sub-task", subtask: true, fields: basics() },
  ],
});

const failure = (status: number, messages: string[], errors: Record<string, string> = {}): VendorReply =>
  json(status, { errorMessages: messages, errors });
const unauthorized = (): VendorReply => json(401, { code: 401, message: "Unauthorized" });

/** Returns one page of a list, with the numbers that describe it. */
function pageOf<T>(all: readonly T[], query: URLSearchParams): { part: T[]; numbers: object } {
  const startAt = Number(query.get("startAt") ?? 0);
  const maxResults = Math.min(Number(query.get("maxResults") ?? 50), 50);
  const part = all.slice(startAt, startAt + maxResults);
  return { part, numbers: { startAt, maxResults, total: all.length, isLast: startAt + part.length >= all.length } };
}

/** The Jira of one site. */
class Jira {
  readonly sites = [{ id: "1324a887-45db-1bf4-1e99-ef0ff456d421", name: "Acme", url: "https://acme.atlassian.net" }];
  readonly projects = [project("10000", "EX", "Example")];
  readonly issues = new Map<string, JiraIssue>();
  attachmentMax = 10 * 1024 ** 2;

  find(idOrKey: unknown): JiraProject | undefined {
    return this.projects.find(({ id, key }) => id === idOrKey || key === idOrKey);
  }

  search(query: URLSearchParams): VendorReply {
    const q = (query.get("query") ?? "").toLowerCase();
    const found = this.projects.filter(({ key, name }) => `${key} ${name}`.toLowerCase().includes(q));
    const { part, numbers } = pageOf(found, query);
    return json(200, {
      ...numbers,
      values: part.map(({ id, key, name }) => ({ id, key, name, projectTypeKey: "software", avatarUrls: {} })),
    });
  }

  createMeta(projectRef: string, typeId: string | undefined, query: URLSearchParams): VendorReply {
    const found = this.find(projectRef);
    if (!found) return failure(404, [`No project could be found with key '${projectRef}'.`]);
    if (typeId === undefined) {
      const { part, numbers } = pageOf(found.issueTypes, query);
      return json(200, {
        ...numbers,
        issueTypes: part.map(({ fields: _fields, ...type }) => ({ ...type, hierarchyLevel: type.subtask ? -1 : 0 })),
      });
    }
    const type = found.issueTypes.find(({ id }) => id === typeId);
    if (!type) return failure(404, ["Issue type not found."]);
    const { part, numbers } = pageOf(type.fields, query);
    return json(200, { ...numbers, fields: part });
  }

  create(request: VendorRequest): VendorReply {
    const { fields = {} } = objectOf(request) as { fields?: Record<string, unknown> };
    const refs = fields as {
      project?: { id?: string; key?: string };
      issuetype?: { id?: string };
      description?: { type?: string; version?: number };
    };
    const found = this.find(refs.project?.id ?? refs.project?.key);
    const type = found?.issueTypes.find(({ id }) => id === refs.issuetype?.id);
    const errors: Record<string, string> = {};
    if (!found) errors["project"] = "Specify a valid project ID or key";
    else if (!type) errors["issuetype"] = "Specify a valid issue type";
    const summary = String(fields["summary"] ?? "");
    if (summary === "") errors["summary"] = "You must specify a summary of the issue.";
    if (summary.length > 255) errors["summary"] = "Summary must be less than 255 characters.";
    if (summary.includes("\n")) errors["summary"] = "The summary is invalid because it contains newline characters.";
    if (refs.description && (refs.description.type !== "doc" || refs.description.version !== 1))
      errors["description"] = "Operation value must be an Atlassian Document (see the Atlassian Document Format)";
    for (const { fieldId, name, required, hasDefaultValue } of type?.fields ?? [])
      if (required && !hasDefaultValue && fields[fieldId] === undefined) errors[fieldId] ??= `${name} is required.`;
    if (Object.keys(errors).length > 0 || !found) return failure(400, [], errors);
    const number = this.issues.size + 1;
    const issue = { id: String(20_000 + number), key: `${found.key}-${number}`, fields, attachments: [] };
    this.issues.set(issue.key, issue);
    return json(201, { id: issue.id, key: issue.key, self: `${request.origin}/rest/api/3/issue/${issue.id}` });
  }

  async attach(key: string, request: VendorRequest): Promise<VendorReply> {
    if (request.headers["x-atlassian-token"] !== "no-check") return text(403, "XSRF check failed");
    const issue = this.issues.get(key);
    if (!issue) return failure(404, ["Issue does not exist or you do not have permission to see it."]);
    const { files } = await multipartOf(request);
    if (files.some(({ field: name }) => name !== "file")) return failure(400, ["The form field must be named file."]);
    if (files.some(({ bytes }) => bytes.length > this.attachmentMax)) return failure(413, ["The file is too large."]);
    issue.attachments.push(...files);
    return json(
      200,
      files.map(({ name, type, bytes }, index) => ({ id: String(30_000 + index), filename: name, mimeType: type, size: bytes.length })),
    );
  }

  answer(path: string, request: VendorRequest): VendorReply | Promise<VendorReply> {
    const { method, query } = request;
    if (path === "project/search") return this.search(query);
    if (path === "attachment/meta") return json(200, { enabled: true, uploadLimit: this.attachmentMax });
    if (path === "issue" && method === "POST") return this.create(request);
    const meta = /^issue\/createmeta\/([^/]+)\/issuetypes(?:\/([^/]+))?$/u.exec(path);
    if (meta) return this.createMeta(decodeURIComponent(meta[1] ?? ""), meta[2], query);
    const attachments = /^issue\/([^/]+)\/attachments$/u.exec(path);
    if (attachments && method === "POST") return this.attach(attachments[1] ?? "", request);
    return failure(404, ["null for uri"]);
  }
}

function tokenReply(all: readonly Grants[], request: VendorRequest): VendorReply {
  const fields = fieldsOf(request);
  const client = clientOf(request, fields);
  const grants = all.find(({ app }) => app.clientId === client.clientId);
  const issued = grants?.issue(client, fields) ?? "client";
  if (typeof issued === "string") {
    const [status, error, error_description] = REFUSALS[issued];
    return json(status, { error, error_description });
  }
  return json(200, {
    access_token: issued.accessToken,
    ...(issued.refreshToken === null ? {} : { refresh_token: issued.refreshToken }),
    expires_in: Math.round((grants?.livesMs ?? 0) / 1_000),
    scope: issued.scopes.join(" "),
    token_type: "Bearer",
  });
}

function apiReply(jira: Jira, grants: Grants, request: VendorRequest): VendorReply | Promise<VendorReply> {
  const grant = grants.of(request);
  if (typeof grant === "string") return unauthorized();
  if (request.path === "/me") {
    return json(200, { account_id: "5b10ac8d82e05b22", account_type: "atlassian", email: "ann@atlassian.example", name: "Ann Example" });
  }
  const scopes = grant.scopes.filter((scope) => scope !== "offline_access");
  if (request.path === "/oauth/token/accessible-resources")
    return json(
      200,
      jira.sites.map((site) => ({ ...site, scopes })),
    );
  const [, site, path = ""] = /^\/ex\/jira\/([^/]+)\/rest\/api\/3\/(.+)$/u.exec(request.path) ?? [];
  if (!jira.sites.some(({ id }) => id === site)) return json(404, { code: 404, message: "Not Found" });
  return jira.answer(path, request);
}

/** Starts the double of Atlassian with an app for Jira and one for Trello. */
export async function startAtlassian(app: RegisteredApp, trelloApp: RegisteredApp): Promise<AtlassianDouble> {
  const isOffline = (_query: URLSearchParams, scopes: string[]): boolean => scopes.includes("offline_access");
  const grants = new Grants(app, { rotates: true, leewayMs: 600_000, separator: " ", isOffline });
  const trelloGrants = new Grants(trelloApp, { rotates: true, needsPkce: true, separator: " ", isOffline });
  const all = [grants, trelloGrants];
  const jira = new Jira();
  const server = await startVendorServer((request) => {
    if (request.path === "/authorize") {
      const asked = all.find((one) => one.app.clientId === request.query.get("client_id"));
      return redirect(asked?.authorize(request.query) ?? null);
    }
    if (request.path === "/oauth/token") return tokenReply(all, request);
    return apiReply(jira, grants, request);
  });
  return {
    ...server,
    grants,
    trelloGrants,
    sites: jira.sites,
    projects: jira.projects,
    issues: jira.issues,
    get attachmentMax() {
      return jira.attachmentMax;
    },
    set attachmentMax(value) {
      jira.attachmentMax = value;
    },
  };
}
