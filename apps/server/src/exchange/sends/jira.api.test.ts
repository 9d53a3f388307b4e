import { createIssue, listIssueFields, listIssueTypes, listTrackerProjects, listTrackerSites } from "@stillreel/contract";
import { expectError } from "@stillreel/testing";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { connect } from "../../people/connections/connections.fixture.ts";
import { setSendStage } from "./sends.fixture.ts";

const stage = setSendStage();
let image: { id: string };
let site: string;
beforeAll(async () => {
  image = await stage.t.image(stage.mira, { title: "Totals disagree" });
  await stage.t.runJobs();
  site = stage.vendors.atlassian.sites[0]?.id ?? "";
});
beforeEach(() => connect(stage.t, stage.mira, "jira"));

const TASK = { projectId: "10000", issueTypeId: "10001" };
const BUG = { projectId: "10000", issueTypeId: "10002" };
const create = (body: object = {}) =>
  stage.t.call(createIssue, { body: { itemId: image.id, resourceId: site, title: "Totals disagree", ...TASK, ...body } }, stage.mira);
const issueOf = (key: string) => stage.vendors.atlassian.issues.get(key);

test("sites, projects, issue types and their required fields are listed", async () => {
  const sites = (await stage.t.call(listTrackerSites, {}, stage.mira)).data();
  expect(sites).toEqual([{ id: site, name: "Acme", url: "https://acme.atlassian.net" }]);
  const projects = (await stage.t.call(listTrackerProjects, { query: { resourceId: site, q: "exam" } }, stage.mira)).data();
  expect(projects).toEqual([{ id: "10000", key: "EX", name: "Example" }]);
  const types = (await stage.t.call(listIssueTypes, { query: { resourceId: site, projectId: "10000" } }, stage.mira)).data();
  expect(types.map(({ name }) => name)).toEqual(["Task", "Bug"]);
  const fields = (await stage.t.call(listIssueFields, { query: { resourceId: site, ...BUG } }, stage.mira)).data();
  expect(fields).toEqual([
    {
      id: "customfield_10050",
      name: "Severity",
      kind: "choice",
      options: [
        { id: "1", name: "High" },
        { id: "2", name: "Low" },
      ],
    },
  ]);
});

test("an issue has title, description with the link, and the image attached", async () => {
  const made = (await create({ title: " Totals\n disagree ", description: "First line\nSecond line\n\nNext <b>part</b>" })).data();
  expect(made).toMatchObject({ url: `https://acme.atlassian.net/browse/${made.key}`, isAttached: true });
  const issue = issueOf(made.key);
  expect(issue?.fields["summary"]).toBe("Totals disagree");
  const text = JSON.stringify(issue?.fields["description"]);
  expect(text).toContain("Next <b>part</b>");
  expect(text).toContain("hardBreak");
  expect(text).toMatch(/"href":"http:\/\/localhost:8700\/s\/[\w-]+"/u);
  expect(issue?.attachments).toMatchObject([{ field: "file", name: "shot.png", type: "image/png" }]);
});

test("required fields are sent, and a missing one is named at its field", async () => {
  const { key } = (await create({ ...BUG, fields: { customfield_10050: "2", unknown: "x" } })).data();
  expect(issueOf(key)?.fields).toMatchObject({ customfield_10050: { id: "2" } });
  expect(issueOf(key)?.fields).not.toHaveProperty("unknown");
  const missing = await create(BUG);
  expect(expectError(missing, "validation-failed")).toMatchObject([
    { field: "fields.customfield_10050", message: "Severity is required." },
  ]);
});

test.each(["resourceId", "projectId", "issueTypeId"])("without %s nothing is created", async (name) => {
  const before = stage.vendors.atlassian.issues.size;
  const refused = await create({ [name]: undefined });
  expectError(refused, "validation-failed");
  expect(refused.json().message).toBe("Please select all options.");
  expect(stage.vendors.atlassian.issues.size).toBe(before);
});

test("an image that the site does not accept leaves an issue with the link, and says so", async () => {
  stage.vendors.atlassian.attachmentMax = 10;
  const { key, isAttached } = (await create()).data();
  expect(isAttached).toBe(false);
  expect(issueOf(key)?.attachments).toEqual([]);
  stage.vendors.atlassian.attachmentMax = 10 * 1024 ** 2;
});

test("a site or project that no longer exists is named, an empty title is refused", async () => {
  expectError(await create({ resourceId: "another-site" }), "not-found");
  expectError(await create({ projectId: "404" }), "not-found");
  expectError(await create({ title: "  " }), "validation-failed");
  expectError(await create({ projectId: "../../search" }), "validation-failed");
});

test("a foreign item is not sent", async () => {
  const other = await stage.t.user();
  await connect(stage.t, other, "jira");
  const body = { itemId: image.id, resourceId: site, title: "x", ...TASK };
  expectError(await stage.t.call(createIssue, { body }, other), "not-found");
});
