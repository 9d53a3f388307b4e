import { ATTACHED_BYTES_MAX, type createIssue, type listIssueFields, type ServerArgs, type ServerResult } from "@stillreel/contract";
import { z } from "zod";
import { type VendorAccess, type VendorAnswer, VendorError } from "../../people/connections/index.ts";
import type { Config } from "../../platform/config/config.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { patiently } from "./vendor-wait.ts";

const Site = z.object({ id: z.string(), name: z.string(), url: z.string(), scopes: z.array(z.string()) });
const Project = z.object({ id: z.string(), key: z.string(), name: z.string() });
const Projects = z.object({ values: z.array(Project) });
const Type = z.object({ id: z.string(), name: z.string(), subtask: z.boolean().default(false) });
/** Jira names the list differently by version. */
const Types = z.object({ issueTypes: z.array(Type).optional(), values: z.array(Type).optional() });
const Field = z.object({
  fieldId: z.string(),
  name: z.string(),
  required: z.boolean(),
  hasDefaultValue: z.boolean().default(false),
  schema: z.object({ type: z.string(), items: z.string().optional() }),
  allowedValues: z.array(z.object({ id: z.string(), name: z.string().optional(), value: z.string().optional() })).optional(),
});
type Field = z.output<typeof Field>;
const Fields = z.object({ fields: z.array(Field), total: z.int().optional(), isLast: z.boolean().optional() });
const Created = z.object({ key: z.string() });
const Refusal = z.object({ errorMessages: z.array(z.string()).default([]), errors: z.record(z.string(), z.string()).default({}) });
const Limit = z.object({ enabled: z.boolean(), uploadLimit: z.number().optional() });

type IssueField = ServerResult<typeof listIssueFields>[number];
type Values = ServerArgs<typeof createIssue>["body"]["fields"];

/** An issue to create. */
export interface NewIssue {
  siteId: string;
  projectId: string;
  typeId: string;
  title: string;
  /** Description in the Atlassian Document Format. */
  document: object;
  values: Values;
}

const PAGE = 50;
const PAGES_MAX = 20;
/** Fields that every issue has, and that Stillreel fills or Jira fills with the caller. */
const KNOWN: ReadonlySet<string> = new Set(["summary", "project", "issuetype", "reporter", "description"]);

function read<S extends z.ZodType>(schema: S, answer: VendorAnswer): z.output<S> {
  const parsed = schema.safeParse(answer.json);
  if (!parsed.success) throw new VendorError("jira", "unreachable", { answer });
  return parsed.data;
}

/** Returns how a field is filled (developer.atlassian.com/cloud/jira/platform/jira-rest-api-examples, "schema"). */
function kindOf({ schema: { type, items }, allowedValues }: Field): IssueField["kind"] {
  if (allowedValues !== undefined) return type === "array" ? "choices" : "choice";
  if (type === "string") return "text";
  if (type === "number") return "number";
  if (type === "date") return "date";
  return type === "array" && items === "string" ? "words" : "other";
}

/** Returns the value of a field in the form that Jira reads. */
function valueOf(field: IssueField, value: Values[string]): unknown {
  const all = (Array.isArray(value) ? value : [value]).filter((one) => one !== "");
  const [first] = all;
  if (first === undefined) return undefined;
  if (field.kind === "choice") return { id: first };
  if (field.kind === "choices") return all.map((id) => ({ id }));
  if (field.kind === "words") return all;
  if (field.kind === "number") return Number.isFinite(Number(first)) ? Number(first) : first;
  return first;
}

/** Returns Jira's refusal of an issue as errors of the form's fields. */
function refusalOf(error: unknown): unknown {
  const { errorMessages, errors } = Refusal.safeParse(error instanceof VendorError ? error.answer?.json : null).data ?? {};
  if (!(error instanceof VendorError) || error.answer?.status !== 400 || errors === undefined) return error;
  const details = Object.entries(errors).map(([id, message]) => ({
    field: id === "summary" ? "title" : id === "description" ? "description" : `fields.${id}`,
    code: "refused",
    message,
  }));
  const message = errorMessages?.[0] ?? details[0]?.message;
  return new AppError("validation-failed", { details, ...(message ? { message } : {}), cause: error });
}

/** Reads the pages of the fields of an issue type. Returns those that the user must fill. */
async function readFields(page: (startAt: number) => Promise<VendorAnswer>): Promise<IssueField[]> {
  const all: Field[] = [];
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const { fields: some, total, isLast } = read(Fields, await page(all.length));
    all.push(...some);
    if (some.length === 0 || isLast === true || (total !== undefined && all.length >= total)) break;
  }
  return all
    .filter(({ fieldId, required, hasDefaultValue }) => required && !hasDefaultValue && !KNOWN.has(fieldId))
    .map((field) => ({
      id: field.fieldId,
      name: field.name,
      kind: kindOf(field),
      options: (field.allowedValues ?? []).map(({ id, name, value }) => ({ id, name: name ?? value ?? id })),
    }));
}

/** Returns the fields of a new issue in the form that Jira reads. */
function valuesOf({ projectId, typeId, title, document, values }: NewIssue, asked: readonly IssueField[]): object {
  const required = asked.flatMap((field) => {
    const value = valueOf(field, values[field.id] ?? "");
    return value === undefined ? [] : [[field.id, value] as const];
  });
  return { ...Object.fromEntries(required), project: { id: projectId }, issuetype: { id: typeId }, summary: title, description: document };
}

/** Creates issues by the REST API of Jira Cloud, version 3 (developer.atlassian.com/cloud/jira/platform/rest/v3). */
export function createJiraSender({ ATLASSIAN_API_URL }: Pick<Config, "ATLASSIAN_API_URL">) {
  const at = (siteId: string, path: string): string => `${ATLASSIAN_API_URL}/ex/jira/${encodeURIComponent(siteId)}/rest/api/3/${path}`;
  const get = (access: VendorAccess, url: string): Promise<VendorAnswer> => patiently(() => access.request({ url }));
  const metaPath = (projectId: string): string => `issue/createmeta/${encodeURIComponent(projectId)}/issuetypes`;

  async function sites(access: VendorAccess) {
    const all = read(z.array(Site), await get(access, `${ATLASSIAN_API_URL}/oauth/token/accessible-resources`));
    // Sites of other products are listed too, and some sites twice.
    const ofJira = all.filter(({ scopes }) => scopes.some((scope) => scope.includes("jira")));
    return [...new Map(ofJira.map(({ id, name, url }) => [id, { id, name, url }])).values()];
  }

  /** Returns the fields that the user must fill. */
  const fields = (access: VendorAccess, siteId: string, projectId: string, typeId: string): Promise<IssueField[]> =>
    readFields((startAt) => {
      const path = `${metaPath(projectId)}/${encodeURIComponent(typeId)}?startAt=${startAt}&maxResults=${PAGE}`;
      return get(access, at(siteId, path));
    });

  return {
    sites,
    fields,

    async projects(access: VendorAccess, siteId: string, q: string) {
      const query = new URLSearchParams({
        maxResults: String(PAGE),
        orderBy: "name",
        status: "live",
        action: "create",
        ...(q ? { query: q } : {}),
      });
      return read(Projects, await get(access, at(siteId, `project/search?${query.toString()}`))).values;
    },

    async types(access: VendorAccess, siteId: string, projectId: string) {
      const answer = await get(access, at(siteId, `${metaPath(projectId)}?maxResults=${PAGE}`));
      const { issueTypes, values } = read(Types, answer);
      return (issueTypes ?? values ?? []).filter(({ subtask }) => !subtask).map(({ id, name }) => ({ id, name }));
    },

    /** Creates an issue and returns its key and address. @throws AppError `validation-failed` for values that Jira does not accept */
    async create(access: VendorAccess, issue: NewIssue): Promise<{ key: string; url: string }> {
      const site = (await sites(access)).find(({ id }) => id === issue.siteId);
      if (!site) throw new VendorError("jira", "gone");
      const asked = await fields(access, issue.siteId, issue.projectId, issue.typeId);
      const body = JSON.stringify({ fields: valuesOf(issue, asked) });
      const headers = { "content-type": "application/json" };
      try {
        const url = at(issue.siteId, "issue");
        const { key } = read(Created, await patiently(() => access.request({ method: "POST", url, headers, body })));
        return { key, url: `${site.url}/browse/${key}` };
      } catch (error) {
        throw refusalOf(error);
      }
    },

    /** Returns the largest attachment of a site in bytes. */
    async attachmentMax(access: VendorAccess, siteId: string): Promise<number> {
      const { enabled, uploadLimit } = read(Limit, await get(access, at(siteId, "attachment/meta")));
      return enabled ? Math.min(uploadLimit ?? ATTACHED_BYTES_MAX, ATTACHED_BYTES_MAX) : 0;
    },

    async attach(access: VendorAccess, siteId: string, key: string, file: File): Promise<void> {
      const body = new FormData();
      body.append("file", file);
      const url = at(siteId, `issue/${encodeURIComponent(key)}/attachments`);
      await access.request({ method: "POST", url, headers: { "x-atlassian-token": "no-check" }, body, timeoutMs: 60_000 });
    },
  };
}

export type JiraSender = ReturnType<typeof createJiraSender>;
