import { ApiError } from "@stillreel/client";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { loadTexts } from "../../../platform/i18n.ts";
import { fakeServer } from "../../../test-harness/fake-server.ts";
import { openScreens } from "../../../test-harness/open-screens.tsx";
import { WebhooksScreen } from "./webhooks.screen.tsx";

const DELIVERY = {
  id: "d1",
  messageId: "msg_1",
  event: "item.created",
  itemId: "i1",
  state: "failed",
  attempts: 8,
  createdAt: "2026-11-20T10:00:00.000Z",
  attemptedAt: "2026-11-20T10:00:00.000Z",
  nextAttemptAt: null,
  durationMs: 42,
  failure: "status",
  responseStatus: 503,
  responseBody: "busy",
  requestBody: '{"type":"item.created"}',
};
const WEBHOOK = {
  id: "w1",
  url: "https://receiver.example/hook",
  events: ["item.created"],
  workspaceId: "p1",
  isPersonal: true,
  enabled: true,
  disabledReason: null,
  createdAt: "2026-11-20T10:00:00.000Z",
  lastDelivery: DELIVERY,
};
const refused = new ApiError({
  status: 422,
  code: "address-not-public",
  message: "This address isn't on the public internet. Use another one, or ask an administrator to allow private addresses.",
});

const server = fakeServer(() => ({
  "webhooks.list": { items: [WEBHOOK], nextCursor: null },
  "webhooks.listDeliveries": { items: [DELIVERY], nextCursor: null },
  "webhooks.create": { ...WEBHOOK, id: "w2", secret: "whsec_new" },
  "webhooks.getSecret": { secret: "whsec_abc" },
  "webhooks.test": DELIVERY,
  "webhooks.resend": DELIVERY,
  "webhooks.delete": {},
  "webhooks.update": WEBHOOK,
  "workspaces.list": [{ id: "team", name: "Lumen", role: "owner", members: [] }],
}));

const asked = (id: string) => server.calls.filter((call) => call.id === id);

async function open() {
  await loadTexts(["account", "tools"]);
  return openScreens({ "/": WebhooksScreen }, ["/"]);
}

test("a webhook is created, and a private address is refused beside its field", async () => {
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Create webhook" }));
  const dialog = await screen.findByRole("dialog", { name: "Create webhook" });
  server.answers["webhooks.create"] = refused;
  await user.type(within(dialog).getByRole("textbox", { name: "Address" }), "http://127.0.0.1/");
  await user.click(within(dialog).getByRole("button", { name: "Create webhook" }));
  await within(dialog).findByText(refused.message);
  server.answers["webhooks.create"] = { ...WEBHOOK, secret: "whsec_new" };
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "Items of" }), "Lumen");
  await user.click(within(dialog).getByRole("checkbox", { name: "Item ready" }));
  await user.click(within(dialog).getByRole("button", { name: "Create webhook" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asked("webhooks.create").at(-1)).toMatchObject({
    body: { workspaceId: "team", events: ["item.created", "item.commented", "item.shared", "item.deleted"] },
  });
});

test("an opened webhook has its secret behind a button, its log, a test and a repeat", async () => {
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Details of https://receiver.example/hook" }));
  await screen.findByText("The receiver answered with status 503.");
  expect(asked("webhooks.getSecret")).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Show" }));
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Secret" })).toHaveProperty("value", "whsec_abc"));
  await user.click(screen.getByRole("button", { name: "Send test" }));
  await user.click(screen.getByRole("button", { name: /^Resend Item added/u }));
  await waitFor(() => expect(asked("webhooks.resend")).toMatchObject([{ params: { webhookId: "w1", deliveryId: "d1" } }]));
  expect(asked("webhooks.test")).toHaveLength(1);
});

test("a webhook that was switched off says why, and is deleted after a question", async () => {
  server.answers["webhooks.list"] = { items: [{ ...WEBHOOK, enabled: false, disabledReason: "gone" }], nextCursor: null };
  const { user } = await open();
  await screen.findByText("Switched off: the receiver answered that it no longer exists.");
  await user.click(screen.getByRole("button", { name: /^Details/u }));
  await user.click(await screen.findByRole("button", { name: "Delete the webhook to https://receiver.example/hook" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete webhook" });
  expect(dialog.textContent).toContain("https://receiver.example/hook gets no more events");
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(asked("webhooks.delete")).toMatchObject([{ params: { webhookId: "w1" } }]));
});

test("address and events of a webhook are changed, and a refused address stays in the form", async () => {
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: /^Details/u }));
  await user.click(await screen.findByRole("button", { name: "Edit the webhook to https://receiver.example/hook" }));
  const dialog = await screen.findByRole("dialog", { name: "Edit webhook" });
  const address = within(dialog).getByRole("textbox", { name: "Address" });
  expect(address).toHaveProperty("value", "https://receiver.example/hook");
  server.answers["webhooks.update"] = refused;
  await user.type(address, "/new");
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  await within(dialog).findByText(refused.message);
  await user.click(within(dialog).getByRole("checkbox", { name: "Item added" }));
  server.answers["webhooks.update"] = WEBHOOK;
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  await within(dialog).findByText("Choose at least one event.");
  expect(asked("webhooks.update")).toHaveLength(1);
  await user.click(within(dialog).getByRole("checkbox", { name: "Item ready" }));
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asked("webhooks.update").at(-1)).toMatchObject({
    params: { webhookId: "w1" },
    body: { url: "https://receiver.example/hook/new", events: ["item.ready"] },
  });
});

test("a webhook is switched off and on in its row", async () => {
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: /^Details/u }));
  await user.click(await screen.findByRole("switch", { name: "Webhook to https://receiver.example/hook is on" }));
  await waitFor(() => expect(asked("webhooks.update").at(-1)).toMatchObject({ body: { enabled: false } }));
});
