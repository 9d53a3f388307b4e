import { ApiError } from "@stillreel/client";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { queryClient } from "../../platform/api.ts";
import { fakeServer, type Question } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { AccountScreen } from "./account.screen.tsx";
import { ProfileScreen } from "./profile.screen.tsx";
import { SecurityScreen } from "./security/security.screen.tsx";

const person = (id: string, role: string, joinedAt: string) => ({
  id,
  displayName: id,
  email: `${id}@lumen.example`,
  photoURL: null,
  role,
  joinedAt,
});
const OLGA = person("Olga", "owner", "2026-01-01T00:00:00.000Z");
const WORKSPACES: Record<string, object> = {
  alone: { id: "alone", name: "Mine & <b>only</b> mine", role: "owner", members: [OLGA] },
  led: {
    id: "led",
    name: "Lumen",
    role: "owner",
    members: [OLGA, person("Max", "member", "2026-02-01T00:00:00.000Z"), person("Ada", "admin", "2026-03-01T00:00:00.000Z")],
  },
  shared: { id: "shared", name: "Two owners", role: "owner", members: [OLGA, person("Tom", "owner", "2026-02-01T00:00:00.000Z")] },
  joined: { id: "joined", name: "Only a member", role: "member", members: [OLGA] },
};
const NOW = "2026-11-20T10:00:00.000Z";
const wrongPassword = new ApiError({ status: 400, code: "wrong-password", message: "Invalid email or password! Please enter again." });

const METHODS = {
  password: { isSet: true, isPermitted: true },
  passkeys: { count: 0, canRemove: true },
  providers: [{ provider: "oidc", name: "Corp", isPermitted: true }],
  identities: [] as object[],
};
const CORP = {
  id: "i1",
  provider: "oidc",
  name: "Corp",
  email: "olga@corp.example",
  linkedAt: "2026-11-20T10:00:00.000Z",
  canUnlink: false,
};
const WITHOUT_PASSWORD = { ...METHODS, password: { isSet: false, isPermitted: true }, identities: [CORP] };
const tooOld = new ApiError({ status: 400, code: "reauthentication-required", message: "Could not re-authenticate" });

const server = fakeServer(() => ({
  "auth.getSignInMethods": METHODS,
  "auth.getUserData": { id: "Olga", displayName: "Olga", email: "olga@lumen.example", photoURL: null, provider: "password" },
  "auth.listSessions": { items: [], nextCursor: null },
  "auth.getPreferences": { signInAlerts: true },
  "recentItems.list": { items: [], nextCursor: null },
  "auth.listPasskeys": { items: [], nextCursor: null },
  "auth.getTwoFactor": { enabledAt: null, recoveryCodesLeft: 0, hasPassword: true },
  "items.count": { images: 12, videos: 1, boards: 3, shared: 4, starred: 0, trash: 2, storedBytes: 0, trashBytes: 0, trashDays: 30 },
  "workspaces.list": Object.values(WORKSPACES),
  "workspaces.get": ({ params }: Question) => ({ workspace: WORKSPACES[(params as { workspaceId: string }).workspaceId] }),
}));

async function openDeletion() {
  const { user } = openScreens({ "/": AccountScreen }, ["/"]);
  await user.click(await screen.findByRole("button", { name: "Delete account" }));
  return { user, dialog: await screen.findByRole("dialog", { name: "Delete account" }) };
}

test("the deletion of an account names images, videos, whiteboards, trash, links, and the workspaces that only its user owns", async () => {
  const { dialog } = await openDeletion();
  await waitFor(() => expect(within(dialog).getAllByRole("listitem")).toHaveLength(7));
  const rows = within(dialog)
    .getAllByRole("listitem")
    .map((row) => row.textContent);
  expect(rows.slice(0, 5)).toEqual(
    ["12 images", "1 video", "3 whiteboards", "2 items", "4 shared links"].map((text) => expect.stringContaining(text)),
  );
  expect(rows.slice(5)).toEqual([
    "The workspace Mine & <b>only</b> mine will be permanently deleted. You are its only member.",
    "Ada becomes the owner of the workspace Lumen.",
  ]);
});

test("the dialog lists only the kinds of objects that the account has", async () => {
  server.answers["items.count"] = { images: 0, videos: 2, boards: 0, shared: 0, starred: 0, trash: 0 };
  server.answers["workspaces.list"] = [];
  const { dialog } = await openDeletion();
  const [row, ...others] = await within(dialog).findAllByRole("listitem");
  expect([row?.textContent, others]).toEqual([expect.stringContaining("2 videos"), []]);
});

test("a wrong password is called that in the deletion and in the profile", async () => {
  server.answers["auth.deleteUser"] = wrongPassword;
  const { user } = await openDeletion();
  await user.type(screen.getByRole("textbox"), "delete my account");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await user.type(screen.getByLabelText("Current password"), "wrong{Enter}");
  expect(await screen.findByText("That password is not correct.")).toBeDefined();
});

async function openAddressStep(provider: string) {
  server.answers["auth.getUserData"] = { id: "Olga", displayName: "Olga", email: "olga@lumen.example", photoURL: null, provider };
  server.answers["auth.getSignInMethods"] = WITHOUT_PASSWORD;
  const { user, dialog } = await openDeletion();
  await user.type(screen.getByRole("textbox"), "delete my account");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  return { user, dialog, address: await screen.findByLabelText("E-mail") };
}
const submit = (dialog: HTMLElement) => within(dialog).getByRole("button", { name: "Delete account" });
const BY_ADDRESS = { email: "olga@lumen.example", phrase: "delete my account" };

test.each(["google", "oidc"])("an account of %s is deleted by its address, without a password", async (provider) => {
  server.answers["auth.deleteUser"] = null;
  const { user, dialog, address } = await openAddressStep(provider);
  expect(screen.queryByLabelText("Current password")).toBeNull();
  await user.type(address, "other@lumen.example");
  await user.click(submit(dialog));
  expect(await screen.findByText("Accounts are not the same. Type the e-mail address of this account.")).toBeDefined();
  expect(server.sent("auth.deleteUser")).toEqual([]);
  await user.clear(address);
  await user.type(address, "Olga@lumen.example{Enter}");
  await waitFor(() => expect(server.sent("auth.deleteUser")).toEqual([BY_ADDRESS]));
});

test("the deletion asks for a proof by the provider when the last sign-in is old, and continues after the return", async () => {
  server.answers["auth.deleteUser"] = tooOld;
  server.answers["auth.startProvider"] = new ApiError({ status: 503, code: "unavailable", message: "Try again." });
  const { user, address } = await openAddressStep("oidc");
  await user.type(address, "olga@lumen.example{Enter}");
  await user.click(await screen.findByRole("button", { name: "Continue with Corp" }));
  await screen.findByText("The service isn't available right now. Try again in a moment.");
  expect(server.sent("auth.startProvider")).toEqual([{ provider: "oidc", purpose: "prove", next: "/" }]);
});

test("a proof by the provider opens the deletion again, and is removed from the address", async () => {
  server.answers["auth.getSignInMethods"] = WITHOUT_PASSWORD;
  sessionStorage.setItem("provider-return", JSON.stringify({ name: "delete" }));
  const { history } = openScreens({ "/account": AccountScreen }, ["/account?provider-done=prove&lng=en"]);
  expect(await screen.findByText("Confirmed. You can continue now.")).toBeDefined();
  expect(within(await screen.findByRole("dialog")).getByLabelText("E-mail")).toBeDefined();
  await waitFor(() => expect(history.location.href).toBe("/account?lng=en"));
});

test("a refusal by the provider is reported, and opens nothing", async () => {
  sessionStorage.setItem("provider-return", JSON.stringify({ name: "delete" }));
  openScreens({ "/account": AccountScreen }, ["/account?provider-error=identity-mismatch"]);
  expect(await screen.findByText("You signed in with something that isn't linked to this account.")).toBeDefined();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the deletion asks for the password of a provider's account that has one", async () => {
  const details = [{ field: "password", code: "invalid", message: "Please enter a password." }];
  server.answers["auth.deleteUser"] = new ApiError({ status: 422, code: "validation-failed", message: "", details });
  const { user, address } = await openAddressStep("google");
  await user.type(address, "olga@lumen.example{Enter}");
  expect(await screen.findByLabelText("Current password")).toBeDefined();
});

test("an account without a password asks for a link to set one", async () => {
  server.answers["auth.getSignInMethods"] = WITHOUT_PASSWORD;
  const { user } = openScreens({ "/": SecurityScreen }, ["/"]);
  await user.click(await screen.findByRole("button", { name: "Set a password" }));
  expect(await screen.findByText(/We sent a link to olga@lumen\.example/u)).toBeDefined();
  expect(server.sent("auth.sendPasswordLink")).toHaveLength(1);
});

test("the last sign-in method cannot be unlinked, and says why; others are linked and unlinked", async () => {
  server.answers["auth.getSignInMethods"] = {
    ...WITHOUT_PASSWORD,
    providers: [{ provider: "google", name: "Google", isPermitted: false }, ...METHODS.providers],
  };
  const { user } = openScreens({ "/": SecurityScreen }, ["/"]);
  expect((await screen.findByRole("button", { name: "Unlink Corp" })).hasAttribute("disabled")).toBe(true);
  expect(screen.getByText(/Your only way to sign in\./u)).toBeDefined();
  expect(screen.getByText("Turned off by an administrator.")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Link Google" })).toBeNull();
  server.answers["auth.getSignInMethods"] = { ...METHODS, identities: [{ ...CORP, canUnlink: true }] };
  await queryClient.invalidateQueries();
  await waitFor(() => expect(screen.getByRole("button", { name: "Unlink Corp" }).hasAttribute("disabled")).toBe(false));
  server.answers["auth.unlinkIdentity"] = tooOld;
  await user.click(screen.getByRole("button", { name: "Unlink Corp" }));
  const dialog = await screen.findByRole("dialog", { name: "Unlink Corp" });
  await user.click(within(dialog).getByRole("button", { name: "Unlink" }));
  await user.type(await within(dialog).findByLabelText("Current password"), "harbour 42");
  server.answers["auth.unlinkIdentity"] = {};
  server.answers["auth.getSignInMethods"] = METHODS;
  await user.keyboard("{Enter}");
  expect(await screen.findByText("Corp unlinked")).toBeDefined();
  expect(server.sent("auth.unlinkIdentity")).toEqual([{ password: undefined }, { password: "harbour 42" }]);
  await user.click(await screen.findByRole("button", { name: "Link Corp" }));
  expect(await screen.findByText("Sign in to Corp on the next page. You'll then come back here.")).toBeDefined();
});

test("a wrong current password is named at its field", async () => {
  server.answers["auth.updatePassword"] = wrongPassword;
  const { user } = openScreens({ "/": SecurityScreen }, ["/"]);
  await user.type(await screen.findByLabelText("Current password"), "wrong");
  await user.type(screen.getByLabelText("New password"), "harbour 42");
  await user.type(screen.getByLabelText("Confirm new password"), "harbour 42{Enter}");
  expect(await screen.findByText("That password is not correct.")).toBeDefined();
});

test("a change of the e-mail address with a wrong password reports the password", async () => {
  server.answers["auth.requestEmailChange"] = tooOld;
  const { user } = openScreens({ "/": ProfileScreen }, ["/"]);
  const address = await screen.findByRole("textbox", { name: "E-mail" });
  await user.clear(address);
  await user.type(address, "olga@harbour.example{Enter}");
  await waitFor(() => expect(screen.getAllByLabelText("Current password")).toHaveLength(1));
  await user.type(screen.getByLabelText("Current password"), "wrong{Enter}");
  expect(await screen.findByText("That password is not correct.")).toBeDefined();
});

test("a new e-mail address waits for its confirmation", async () => {
  server.answers["auth.requestEmailChange"] = { pending: true };
  const { user } = openScreens({ "/": ProfileScreen }, ["/"]);
  const address = await screen.findByRole("textbox", { name: "E-mail" });
  await user.clear(address);
  await user.type(address, "olga@harbour.example{Enter}");
  expect(await screen.findByText(/link to olga@harbour\.example/u)).toBeDefined();
  expect(server.sent("auth.requestEmailChange")).toEqual([{ email: "olga@harbour.example" }]);
});

test("the first photo is added, and a later one replaces it", async () => {
  server.answers["auth.uploadAvatar"] = () => {
    const known = { id: "Olga", displayName: "Olga", email: "olga@lumen.example", provider: "password" };
    server.answers["auth.getUserData"] = { ...known, photoURL: "/media/olga.png" };
    return { photoURL: "/media/olga.png" };
  };
  const { user } = openScreens({ "/": ProfileScreen }, ["/"]);
  giveCanvas();
  const photo = new File(["x"], "me.png", { type: "image/png" });
  await user.upload(await screen.findByLabelText("Upload a photo"), photo);
  const dialog = await screen.findByRole("dialog", { name: "Crop your photo" });
  await user.click(within(dialog).getByRole("button", { name: "Use photo" }));
  expect(await screen.findByText("Photo added")).toBeDefined();
  await screen.findByRole("button", { name: "Replace" });
  await user.upload(screen.getByLabelText("Upload a photo"), photo);
  await user.click(await screen.findByRole("button", { name: "Use photo" }));
  expect(await screen.findByText("Photo replaced")).toBeDefined();
});

test("a file that is no picture, and one of another type, open no dialog", async () => {
  const { user } = openScreens({ "/": ProfileScreen }, ["/"]);
  vi.stubGlobal("createImageBitmap", () => Promise.reject(new DOMException("no picture", "InvalidStateError")));
  await user.upload(await screen.findByLabelText("Upload a photo"), new File(["x"], "me.png", { type: "image/png" }));
  expect(await screen.findByText("The file is damaged or incomplete.")).toBeDefined();
  expect(screen.queryByRole("dialog")).toBeNull();
});

/** Gives the simulated page a picture of 400 × 200 pixels for every file, and an encoder. */
function giveCanvas(): void {
  vi.stubGlobal("createImageBitmap", () => Promise.resolve({ width: 400, height: 200, close: () => undefined }));
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done, type) => done(new Blob(["x"], { type: type ?? "image/png" })));
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("all other devices are signed out together, and the switch of the alerts applies immediately", async () => {
  const session = (id: string, current: boolean) => ({ id, current, userAgent: "Firefox/1 Linux", ip: "203.0.113.7", lastSeenAt: NOW });
  server.answers["auth.listSessions"] = { items: [session("a", true), session("b", false), session("c", false)], nextCursor: null };
  server.answers["auth.endOtherSessions"] = () => {
    server.answers["auth.listSessions"] = { items: [session("a", true)], nextCursor: null };
    return { ended: 2 };
  };
  server.answers["auth.updatePreferences"] = { signInAlerts: false };
  const { user } = openScreens({ "/": SecurityScreen }, ["/"]);
  await user.click(await screen.findByRole("button", { name: "Sign out all 2 other devices" }));
  expect(await screen.findByText("2 other devices signed out")).toBeDefined();
  await waitFor(() => expect(screen.queryByRole("button", { name: /Sign out all/u })).toBeNull());
  await user.click(screen.getByRole("switch", { name: "E-mail me about new devices" }));
  await waitFor(() => expect(server.sent("auth.updatePreferences")).toEqual([{ signInAlerts: false }]));
});

test("a passkey is removed immediately and can be restored; an older session asks for the password", async () => {
  const laptop = { id: "p1", name: "Laptop", createdAt: NOW, lastUsedAt: null };
  server.answers["auth.listPasskeys"] = { items: [laptop], nextCursor: null };
  server.answers["auth.removePasskey"] = () => {
    server.answers["auth.listPasskeys"] = { items: [], nextCursor: null };
    return {};
  };
  server.answers["auth.restorePasskey"] = () => {
    server.answers["auth.listPasskeys"] = { items: [laptop], nextCursor: null };
    return laptop;
  };
  const { user } = openScreens({ "/": SecurityScreen }, ["/"]);
  await user.click(await screen.findByRole("button", { name: "Remove Laptop" }));
  await screen.findByText("No passkeys yet.");
  await user.click(screen.getByRole("button", { name: /Undo/u }));
  await screen.findByText("Laptop restored");
  const refused = new ApiError({ status: 400, code: "reauthentication-required", message: "Could not re-authenticate" });
  server.answers["auth.removePasskey"] = refused;
  await user.click(await screen.findByRole("button", { name: "Remove Laptop" }));
  expect(await screen.findByRole("dialog", { name: "Remove passkey" })).toBeDefined();
});
