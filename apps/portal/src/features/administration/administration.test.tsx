import { ApiError } from "@stillreel/client";
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { changeLanguage } from "../../platform/i18n.ts";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { AdministrationFrame, AdministrationTab } from "./administration.screen.tsx";
import { AuditTab } from "./audit/audit.tab.tsx";
import { HealthTab } from "./health/health.tab.tsx";
import { JobsTab } from "./jobs/jobs.tab.tsx";
import { OutboxTab } from "./outbox/outbox.tab.tsx";
import { WorkspacesTab } from "./workspaces/workspaces.tab.tsx";

const WHEN = "2026-11-20T10:00:00.000Z";
const user = (role: "admin" | "user") => ({ id: "ada", displayName: "Ada", email: "ada@lumen.example", photoURL: null, role });
const job = (id: string, state: string, error: string | null = null) => ({
  id,
  name: "outbox.send-mail",
  state,
  attempts: 3,
  maxAttempts: 3,
  runAt: WHEN,
  startedAt: null,
  createdAt: WHEN,
  error,
  subject: null,
  progress: null,
});
const page = (...items: object[]) => ({ items, nextCursor: null });
const mail = {
  id: "m",
  to: "leila@lumen.example",
  subject: "Reset your password",
  html: "<b>invisible-html</b>",
  status: "kept",
  attempts: 0,
  error: null,
  smtpCode: null,
  refusal: null,
  triedAt: null,
};

const server = fakeServer(() => ({
  "auth.getUserData": user("admin"),
  "admin.listJobs": {
    ...page(job("2", "failed", "The disk is full."), job("1", "waiting")),
    counts: { running: 0, waiting: 1, failed: 1 },
    kinds: [{ name: "outbox.send-mail", failed: 1 }],
  },
  "admin.listOutbox": page({ ...mail, text: "Open\nhttps://stills.example/auth/reset?code=1\n", createdAt: WHEN, sentAt: null }),
  "admin.listWorkspaces": page({
    id: "w",
    name: "Lumen",
    owner: null,
    abandoned: null,
    members: 2,
    items: 5,
    storedBytes: 2_097_152,
    createdAt: WHEN,
  }),
  "admin.getHealth": {
    checkedAt: WHEN,
    checks: [
      { id: "mail", state: "problem", measured: "No answer.", fix: "Correct it.", article: "mail-and-registration#send-mail" },
      { id: "database", state: "good", measured: "PostgreSQL 18.", fix: null, article: "server-health#database" },
    ],
  },
  "settings.getSetup": {
    isDismissed: true,
    steps: [
      { id: "mail", isDone: false },
      { id: "backup", isDone: true },
    ],
  },
  "audit.listInstallation": page({
    id: "a",
    at: WHEN,
    action: "setting.changed",
    person: { id: "ada", displayName: "Ada", photoURL: null },
    subject: "trashDays",
    details: {},
    workspace: null,
    ip: "203.0.113.7",
  }),
}));

test("the administration exists only for administrators, and only with its tabs", async () => {
  openScreens({ "/admin/$tab": AdministrationTab }, ["/admin/jobs"], AdministrationFrame);
  const tabs = await screen.findByRole("navigation", { name: "Administration" });
  expect(
    within(tabs)
      .getAllByRole("link")
      .map((link) => link.textContent),
  ).toEqual(["People", "Workspaces", "Storage", "Reports", "Audit log", "Jobs", "Outbox", "Server", "Health"]);
  expect(within(tabs).getByRole("link", { name: "Jobs" }).getAttribute("aria-current")).toBe("page");
});

test.each([
  ["another user", "user", "/admin/jobs"],
  ["an unknown tab", "admin", "/admin/toString"],
] as const)("%s gets the page for addresses that do not exist", async (_title, role, address) => {
  server.answers["auth.getUserData"] = user(role);
  openScreens({ "/admin/$tab": AdministrationTab }, [address], AdministrationFrame);
  expect(await screen.findByRole("heading", { name: "This link doesn't work" })).toBeDefined();
  expect(screen.queryByRole("heading", { name: "Administration" })).toBeNull();
});

test("a failed job shows its reason and is retried", async () => {
  server.answers["admin.retryJob"] = {};
  const { user: person } = openScreens({ "/": JobsTab }, ["/"]);
  expect(await screen.findByText("The disk is full.")).toBeDefined();
  await person.click(screen.getByRole("button", { name: "Retry Send e-mail" }));
  expect(await screen.findByText("Job starts again")).toBeDefined();
  expect(server.calls.find(({ id }) => id === "admin.retryJob")?.params).toEqual({ jobId: "2" });
});

test("jobs are filtered by state", async () => {
  const { user: person } = openScreens({ "/": JobsTab }, ["/"]);
  await person.click(await screen.findByRole("radio", { name: "Failed" }));
  await waitFor(() => expect(server.calls.filter(({ id }) => id === "admin.listJobs").at(-1)?.query).toEqual({ state: "failed" }));
});

test("a job shows what it works on, and all failed jobs of a kind are retried together", async () => {
  const subject = { kind: "item", title: "Driver tour", path: "/w/w/videos/v", owner: { id: "ada", displayName: "Ada", photoURL: null } };
  server.answers["admin.listJobs"] = {
    ...page({ ...job("3", "running"), name: "media.make-video-renditions", subject, progress: 72, startedAt: WHEN }, job("2", "failed")),
    counts: { running: 1, waiting: 0, failed: 1 },
    kinds: [
      { name: "media.make-video-renditions", failed: 0 },
      { name: "outbox.send-mail", failed: 1 },
    ],
  };
  server.answers["admin.retryJobs"] = { retried: 1 };
  const { user: person } = openScreens({ "/": JobsTab }, ["/"]);
  const row = await screen.findByRole("row", { name: /Convert video/u });
  expect(within(row).getAllByRole("link", { name: "Driver tour" })[0]?.getAttribute("href")).toBe("/w/w/videos/v");
  expect(within(row).getByRole("progressbar", { name: "Progress" }).getAttribute("value")).toBe("72");
  expect(screen.queryByRole("button", { name: "Retry 1 failed" })).toBeNull();
  await person.selectOptions(screen.getByRole("combobox", { name: "Kind" }), "Send e-mail");
  await person.click(await screen.findByRole("button", { name: "Retry 1 failed" }));
  expect(await screen.findByText("1 job starts again")).toBeDefined();
  expect(server.sent("admin.retryJobs")).toEqual([{ name: "outbox.send-mail" }]);
});

test("an abandoned workspace is transferred to a chosen account", async () => {
  const abandoned = { id: "w", name: "Harbor", owner: null, abandoned: "suspended", members: 1, items: 0, storedBytes: 0, createdAt: WHEN };
  const person = { ...user("user"), id: "ben", displayName: "Ben", email: "ben@lumen.example" };
  server.answers["admin.listWorkspaces"] = page(abandoned);
  // Its only member is suspended, so everyone else is offered.
  server.answers["people.list"] = ({ query }: { query: { workspaceId?: string } }) => (query.workspaceId ? page() : page(person));
  server.answers["admin.transferWorkspace"] = {};
  const { user: visitor } = openScreens({ "/": WorkspacesTab }, ["/"]);
  await visitor.click(await screen.findByRole("button", { name: "Transfer Harbor" }));
  const dialog = await screen.findByRole("dialog", { name: "Transfer Harbor" });
  expect(within(dialog).getByText(/Every owner of this workspace is suspended/u)).toBeDefined();
  await visitor.click(within(dialog).getByRole("button", { name: "Transfer workspace" }));
  expect(within(dialog).getByText("Choose an account.")).toBeDefined();
  await visitor.click(within(dialog).getByRole("combobox", { name: "New owner" }));
  await within(dialog).findByRole("option", { name: /Ben/u });
  await visitor.keyboard("{Enter}");
  await visitor.click(within(dialog).getByRole("button", { name: "Transfer workspace" }));
  expect(await screen.findByText("Ben owns Harbor")).toBeDefined();
  expect(server.sent("admin.transferWorkspace")).toEqual([{ userId: "ben" }]);
});

test("a mail is previewed as text with its links, and its HTML is not", async () => {
  const { user: person } = openScreens({ "/": OutboxTab }, ["/"]);
  await person.click(await screen.findByRole("button", { name: "Reset your password" }));
  const dialog = await screen.findByRole("dialog", { name: "Reset your password" });
  expect(within(dialog).getByRole("link").getAttribute("href")).toBe("https://stills.example/auth/reset?code=1");
  expect(dialog.innerHTML).not.toContain("invisible-html");
});

test("a refused mail names the address, the reason in words, the code and the time", async () => {
  const text = "Hello";
  const refused = { attempts: 1, error: "550 5.1.1 User unknown", smtpCode: 550, refusal: "unknown-address", triedAt: WHEN };
  const late = { status: "queued", attempts: 2, error: "connect ECONNREFUSED", smtpCode: null, refusal: "unreachable", triedAt: WHEN };
  server.answers["admin.listOutbox"] = page(
    { ...mail, ...refused, text, status: "failed", createdAt: WHEN, sentAt: null },
    { ...mail, ...late, text, id: "n", subject: "Welcome", createdAt: WHEN, sentAt: null },
  );
  const { user: person } = openScreens({ "/": OutboxTab }, ["/"]);
  const row = await screen.findByRole("row", { name: /Reset your password/u });
  expect(row.textContent).toMatch(/leila@lumen\.example.*The address does not exist\. \(SMTP 550\) .*2026/u);
  await person.click(screen.getByRole("button", { name: "Welcome" }));
  const dialog = await screen.findByRole("dialog", { name: "Welcome" });
  expect(within(dialog).getByText("The mail server did not answer. It is tried again automatically.")).toBeDefined();
  expect(within(dialog).getByText("connect ECONNREFUSED")).toBeDefined();
  expect(within(dialog).queryByText("SMTP code")).toBeNull();
});

test("a list says that it is empty, and that it could not be loaded", async () => {
  server.answers["admin.listOutbox"] = page();
  openScreens({ "/": OutboxTab }, ["/"]);
  expect(await screen.findByText(/No e-mail yet/u)).toBeDefined();
});

test("a failed list is loaded again", async () => {
  server.answers["admin.listWorkspaces"] = new ApiError({ status: 503, code: "unavailable", message: "" });
  const { user: person } = openScreens({ "/": WorkspacesTab }, ["/"]);
  const again = await screen.findByRole("button", { name: "Try again" });
  server.answers["admin.listWorkspaces"] = page({
    id: "w",
    name: "Lumen",
    owner: null,
    abandoned: null,
    members: 1,
    items: 0,
    storedBytes: 0,
    createdAt: WHEN,
  });
  await person.click(again);
  expect(await screen.findByText("No owner")).toBeDefined();
});

test("workspaces are searched by name", async () => {
  const { user: person } = openScreens({ "/": WorkspacesTab }, ["/"]);
  await person.type(await screen.findByRole("searchbox", { name: "Search workspaces" }), "lumen");
  await waitFor(() => expect(server.calls.some(({ query }) => (query as { q?: string } | undefined)?.q === "lumen")).toBe(true));
  expect(await screen.findByText("2 members")).toBeDefined();
});

test("a check names its state in words and how to correct it, and is repeated", async () => {
  const { user: person } = openScreens({ "/": HealthTab }, ["/"]);
  const list = within(await screen.findByRole("list", { name: "Health" }));
  const [first, second] = list.getAllByRole("listitem");
  expect(first?.textContent).toMatch(/^ProblemE-mailNo answer\.Correct it\./u);
  expect(list.getByRole("link", { name: "Help: E-mail" }).getAttribute("href")).toBe("/help/mail-and-registration#send-mail");
  expect(within(screen.getByRole("region", { name: "Set up your server" })).getByText("1 of 2 done")).toBeDefined();
  expect(second?.textContent).toBe("GoodDatabasePostgreSQL 18.");
  await person.click(screen.getByRole("button", { name: "Check again" }));
  await waitFor(() => expect(server.calls.filter(({ id }) => id === "admin.getHealth")).toHaveLength(2));
});

test("the checks are requested in the displayed language, and again in another one", async () => {
  const languages = (): unknown[] =>
    server.calls.flatMap(({ id, query }) => (id === "admin.getHealth" ? [(query as { lng?: string }).lng] : []));
  openScreens({ "/": HealthTab }, ["/"]);
  await screen.findByRole("list", { name: "Health" });
  const [displayed] = languages();
  expect(displayed).toMatch(/^en/u);
  vi.stubGlobal("fetch", async () => Response.json({}));
  await act(() => changeLanguage("de"));
  await waitFor(() => expect(languages()).toEqual([displayed, "de"]));
  await act(() => changeLanguage("en"));
  vi.unstubAllGlobals();
});

test("the log of the installation names the setting and the address, and is filtered and exported", async () => {
  const { user: person } = openScreens({ "/": AuditTab }, ["/"]);
  const row = await screen.findByRole("listitem");
  expect(row.textContent).toContain("Ada changed the setting Time in the trash203.0.113.7");
  await person.selectOptions(screen.getByLabelText("What"), "Sign-ins");
  await waitFor(() => expect(server.calls.at(-1)?.query).toEqual({ action: "auth." }));
  expect(screen.getByRole("link", { name: "Export CSV" }).getAttribute("href")).toBe("/api/v1/admin/audit.csv?action=auth.");
});
