import { ApiError } from "@stillreel/client";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer } from "../../../test-harness/fake-server.ts";
import { openScreens } from "../../../test-harness/open-screens.tsx";
import { ServerTab } from "./server.tab.tsx";

const value = <V,>(given: V, source = "default", version = 0) => ({ value: given, source, version });
const settings = (more: object = {}) => ({
  serverName: value<string | null>(null),
  logo: value<string | null>(null),
  publicUrl: value("http://localhost:8700"),
  defaultLanguage: value("en"),
  registration: value({ mode: "open", domains: [] as string[] }),
  signIn: value({ password: true, google: true, oidc: true }),
  smtpUrl: value<string | null>(null),
  mailFrom: value("Stillreel <no-reply@localhost>"),
  defaultQuota: value(0),
  workspaceQuota: value(0),
  trashDays: value(30),
  oldItemDays: value<number | null>(null),
  maxLinkDays: value<number | null>(null),
  setupDismissed: value(false),
  securityContact: value<string | null>(null),
  privateWebhooks: value(false),
  driveApp: value(null),
  dropboxApp: value(null),
  slackApp: value(null),
  jiraApp: value(null),
  trelloApp: value(null),
  speech: value<{ url: string; model: string; hasKey: boolean } | null>(null),
  chat: value<{ url: string; model: string; hasKey: boolean } | null>(null),
  transcribeNew: value(false),
  configured: { password: true, google: false, oidc: true },
  ...more,
});

const server = fakeServer(() => ({ "settings.get": settings(), "settings.listRateLimits": { items: [] } }));

async function openSection(name: string) {
  const { user } = openScreens({ "/": ServerTab }, ["/"]);
  const heading = await screen.findByRole("heading", { name });
  return { user, section: within(heading.closest("section") as HTMLElement) };
}
const save = () => ({ name: "Save" });

test("the registration is saved with the version that was read, and undone", async () => {
  const closed = { registration: value({ mode: "closed", domains: [] }, "saved", 1) };
  server.answers["settings.update"] = settings(closed);
  const { user, section } = await openSection("Registration");
  expect(section.getByRole("button", save()).hasAttribute("disabled")).toBe(true);
  await user.click(section.getByRole("radio", { name: /^Closed/u }));
  expect(section.getByText(/Pending invites/u)).toBeDefined();
  await user.click(section.getByRole("button", save()));
  await screen.findByText("Settings saved");
  await user.click(screen.getByRole("button", { name: /^Undo/u }));
  await waitFor(() =>
    expect(server.sent("settings.update")).toEqual([
      { registration: { value: { mode: "closed", domains: [] }, version: 0 } },
      { registration: { value: null, version: 1 } },
    ]),
  );
});

test("values of the environment are shown locked", async () => {
  server.answers["settings.get"] = settings({
    registration: value({ mode: "invite", domains: [] }, "environment"),
    trashDays: value(7, "environment"),
    smtpUrl: value("smtp://mail.example:587", "environment"),
  });
  const { section } = await openSection("Registration");
  expect(section.getByText("Set by the environment")).toBeDefined();
  expect(section.getByRole("radio", { name: /^By invite/u }).matches(":checked:disabled")).toBe(true);
  expect(screen.getByLabelText(/^Time in the trash/u).hasAttribute("disabled")).toBe(true);
  expect(screen.getByText("smtp://mail.example:587")).toBeDefined();
  expect(screen.queryByLabelText("New mail server")).toBeNull();
  expect(screen.queryByRole("button", { name: "Remove mail server" })).toBeNull();
});

test("the default language is chosen by its own name", async () => {
  server.answers["settings.update"] = settings({ defaultLanguage: value("ar", "saved", 1) });
  const { user, section } = await openSection("Default language");
  await user.selectOptions(section.getByRole("combobox", { name: "Default language" }), "العربية");
  await user.click(section.getByRole("button", save()));
  await waitFor(() => expect(server.sent("settings.update")).toEqual([{ defaultLanguage: { value: "ar", version: 0 } }]));
});

test("a default language of the environment is locked", async () => {
  server.answers["settings.get"] = settings({ defaultLanguage: value("de", "environment") });
  const { section } = await openSection("Default language");
  expect(section.getByRole("combobox").matches(":disabled")).toBe(true);
  expect(section.getByRole<HTMLSelectElement>("combobox").value).toBe("de");
  expect(section.getByText("Set by the environment")).toBeDefined();
});

test("a change by another administrator is reported without losing what was typed", async () => {
  server.answers["settings.update"] = new ApiError({ status: 409, code: "setting-changed", message: "" });
  const { user, section } = await openSection("Name");
  await user.type(section.getByRole("textbox"), "Harbour");
  await user.click(section.getByRole("button", save()));
  expect(await section.findByText(/Another administrator has changed this setting/u)).toBeDefined();
  expect(section.getByRole<HTMLInputElement>("textbox").value).toBe("Harbour");
  server.answers["settings.get"] = settings({ serverName: value("Lumen", "saved", 4) });
  await user.click(section.getByRole("button", { name: "Load again" }));
  expect(await screen.findByDisplayValue("Lumen")).toBeDefined();
});

test("a refused value and a lock-out are explained in their section", async () => {
  server.answers["settings.update"] = new ApiError({ status: 422, code: "sign-in-lock-out", message: "" });
  const { user, section } = await openSection("Sign-in methods");
  expect(section.getByText("Not configured on this server")).toBeDefined();
  await user.click(section.getByRole("checkbox", { name: "E-mail and password" }));
  await user.click(section.getByRole("button", save()));
  expect(await section.findByText(/No administrator could sign in any more/u)).toBeDefined();
  const details = [{ field: "smtpUrl.value", code: "invalid", message: "Enter an address such as smtp://x." }];
  server.answers["settings.update"] = new ApiError({ status: 422, code: "validation-failed", message: "", details });
  await user.type(screen.getByLabelText("New mail server"), "mail.example");
  const mail = within(screen.getByRole("heading", { name: "E-mail" }).closest("section") as HTMLElement);
  await user.click(mail.getByRole("button", save()));
  expect(await mail.findByText("Enter an address such as smtp://x.")).toBeDefined();
});

test("a test mail reports the answer of the mail server in words", async () => {
  server.answers["settings.test"] = { outcome: "refused", to: "ada@lumen.example", answer: "connect ECONNREFUSED" };
  const { user, section } = await openSection("E-mail");
  await user.click(section.getByRole("button", { name: "Send test mail" }));
  expect((await section.findByRole("status")).textContent).toContain("was not sent");
  expect(section.getByText("connect ECONNREFUSED")).toBeDefined();
  server.answers["settings.test"] = { outcome: "accepted", to: "ada@lumen.example", answer: null };
  await user.click(section.getByRole("button", { name: "Send test mail" }));
  expect(await section.findByText(/accepted the message/u)).toBeDefined();
});

test("limits are sent together, and a shorter retention names its consequence", async () => {
  server.answers["settings.update"] = settings();
  const { user, section } = await openSection("Quotas and retention");
  await user.type(section.getByLabelText(/^Storage of each person/u), "2.5");
  await user.clear(section.getByLabelText(/^Time in the trash/u));
  await user.type(section.getByLabelText(/^Time in the trash/u), "7");
  await user.type(section.getByLabelText(/^Longest lifetime/u), "x");
  expect(section.getByText("Enter a number.")).toBeDefined();
  expect(section.getByRole("button", save()).hasAttribute("disabled")).toBe(true);
  await user.clear(section.getByLabelText(/^Longest lifetime/u));
  expect(section.getByText(/permanently deleted in the next night/u)).toBeDefined();
  await user.click(section.getByRole("button", save()));
  await waitFor(() =>
    expect(server.sent("settings.update")).toEqual([
      { defaultQuota: { value: 2_684_354_560, version: 0 }, trashDays: { value: 7, version: 0 } },
    ]),
  );
});

test("a new public address says what follows from it, and a refused one says why", async () => {
  server.answers["settings.update"] = new ApiError({ status: 422, code: "public-address-unreachable", message: "" });
  const { user, section } = await openSection("Public address");
  const field = section.getByRole("textbox", { name: "Public address" });
  await user.clear(field);
  await user.type(field, "https://stills.example");
  expect(section.getByText(/Passkeys work only at the address where they were added/u)).toBeDefined();
  await user.click(section.getByRole("button", save()));
  expect(await section.findByText(/does not answer at that address/u)).toBeDefined();
  expect(server.sent("settings.update")).toEqual([{ publicUrl: { value: "https://stills.example", version: 0 } }]);
});

test("a logo of more than 30 KB is not sent, a smaller one is", async () => {
  server.answers["settings.uploadLogo"] = settings({ logo: value("/api/v1/logo/1", "saved", 1) });
  const { user, section } = await openSection("Logo");
  const input = section.getByLabelText("Choose a logo");
  await user.upload(input, new File([new Uint8Array(31 * 1024)], "large.png", { type: "image/png" }));
  expect(await section.findByText("The file exceeds the maximum size of 30 KB.")).toBeDefined();
  await user.upload(input, new File([new Uint8Array(10)], "small.png", { type: "image/png" }));
  expect((await section.findByRole("img", { name: "Logo" })).getAttribute("src")).toBe("/api/v1/logo/1");
  expect(server.sent("settings.uploadLogo")).toHaveLength(1);
});

test("rate limits are listed in words with the number of refused callers", async () => {
  server.answers["settings.listRateLimits"] = {
    items: [
      { name: "password", max: 5, windowS: 900, limited: 2 },
      { name: "upload", max: 600, windowS: 60, limited: 0 },
    ],
  };
  const { section } = await openSection("Rate limits");
  const rows = await section.findAllByRole("row");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "LimitAt mostRefused now",
    "Wrong passwords for one account5 in 15 minutes2",
    "Started uploads600 a minute0",
  ]);
});
