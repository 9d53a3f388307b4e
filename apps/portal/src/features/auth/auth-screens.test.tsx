import { ApiError } from "@stillreel/client";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { ConfirmEmailScreen } from "./confirm-email.screen.tsx";
import { ForgotScreen } from "./forgot.screen.tsx";
import { LoginScreen } from "./login.screen.tsx";
import { RegisterScreen } from "./register.screen.tsx";
import { ResetScreen } from "./reset.screen.tsx";
import { UnsubscribeScreen } from "./unsubscribe.screen.tsx";

const USER = { displayName: "Mira", preferences: { theme: "system", language: null } };
const refusal = (status: number, code: string, message: string, details: ApiError["details"] = []) =>
  new ApiError({ status, code, message, details });

const server = fakeServer(() => ({
  "auth.getSignInOptions": { host: "stills.example", google: null, oidc: null, hasUsers: true, registration: "open" },
  "auth.getUserData": USER,
}));

async function open(path: string) {
  const screens = {
    "/auth/login": LoginScreen,
    "/auth/register": RegisterScreen,
    "/auth/forgot": ForgotScreen,
    "/auth/reset": ResetScreen,
    "/auth/email": ConfirmEmailScreen,
    "/unsubscribe/$token": UnsubscribeScreen,
    "/account/notifications": () => <h1>Settings</h1>,
    "/profile": () => <h1>Profile</h1>,
    "/images": () => <h1>Library</h1>,
    "/help": () => null,
    "/terms": () => null,
    "/privacy": () => null,
  };
  const visit = openScreens(screens, [path]);
  await screen.findByRole("heading", { level: 1 });
  return visit;
}

test("signing in sends what was typed and leads to the page asked for", async () => {
  const { user, history } = await open("/auth/login?next=%2Fimages");
  await user.type(screen.getByLabelText("E-mail"), "mira@stills.example");
  await user.type(screen.getByLabelText("Password"), "harbour7");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByRole("heading", { name: "Library" });
  expect(server.sent("auth.login")).toEqual([{ email: "mira@stills.example", password: "harbour7", remember: true }]);
  expect(history.location.pathname).toBe("/images");
});

test.each([
  [undefined, "to stills.example"],
  ["Acme", "to Acme (stills.example)"],
])("the server with the name %s is named in one sentence", async (serverName, sentence) => {
  Object.assign(server.answers["auth.getSignInOptions"] as object, { serverName });
  await open("/auth/login");
  const host = await screen.findByText("stills.example");
  await waitFor(() => expect(host.parentElement?.textContent).toBe(sentence));
});

test("an empty form is not sent: the first invalid field gets the focus and an error message", async () => {
  const { user } = await open("/auth/login");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(screen.getByText("Please enter an email.")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("E-mail"));
  expect(server.sent("auth.login")).toEqual([]);
});

test("a wrong password preserves the e-mail and shows the message of the catalogue", async () => {
  server.answers["auth.login"] = refusal(400, "wrong-password", "anything");
  const { user } = await open("/auth/login");
  await user.type(screen.getByLabelText("E-mail"), "mira@stills.example");
  await user.type(screen.getByLabelText("Password"), "nope");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByText("Invalid email or password! Please enter again.")).toBeTruthy();
  expect((screen.getByLabelText("E-mail") as HTMLInputElement).value).toBe("mira@stills.example");
});

test("an e-mail or a password that the server does not accept shows the sentence for both", async () => {
  server.answers["auth.login"] = refusal(422, "validation-failed", "anything");
  const { user } = await open("/auth/login");
  await user.type(screen.getByLabelText("E-mail"), "mira@stills.example");
  await user.type(screen.getByLabelText("Password"), "nope{Enter}");
  expect(await screen.findByText("Invalid login or password. Please try again")).toBeTruthy();
});

const challenge = refusal(401, "two-factor-required", "anything", [{ field: "challenge", code: "two-factor-required", message: "c1" }]);

test("an account with an authenticator app is asked for its code, which submits itself", async () => {
  server.answers["auth.login"] = challenge;
  const { user } = await open("/auth/login?next=%2Fimages");
  await user.type(screen.getByLabelText("E-mail"), "mira@stills.example");
  await user.type(screen.getByLabelText("Password"), "harbour7{Enter}");
  await screen.findByRole("heading", { name: "Enter your code" });
  server.answers["auth.verifyTwoFactor"] = refusal(400, "wrong-code", "anything");
  await user.type(screen.getByLabelText("Code"), "111111");
  expect(await screen.findByText("That code is not correct, or it was already used.")).toBeTruthy();
  server.answers["auth.verifyTwoFactor"] = null;
  await user.click(screen.getByRole("button", { name: "Use a recovery code" }));
  await user.type(screen.getByLabelText("Recovery code"), "ABCD-EFGH-IJKL{Enter}");
  await screen.findByRole("heading", { name: "Library" });
  expect(server.sent("auth.verifyTwoFactor")).toEqual([
    { challenge: "c1", remember: true, code: "111111" },
    { challenge: "c1", remember: true, recoveryCode: "ABCD-EFGH-IJKL" },
  ]);
});

test("the administrators' page has its own title, and providers show only where they are set up", async () => {
  server.answers["auth.getSignInOptions"] = {
    host: "stills.example",
    google: null,
    oidc: { name: "Keycloak", startUrl: "/api/v1/auth/oidc/start" },
    hasUsers: true,
    registration: "open",
  };
  await open("/auth/login?admin=1&next=https%3A%2F%2Fevil.example");
  expect(screen.getByRole("heading", { name: "Administrator sign-in" })).toBeTruthy();
  const provider = await screen.findByRole("link", { name: "Continue with Keycloak" });
  expect(provider.getAttribute("href")).toBe("/api/v1/auth/oidc/start?next=%2Fimages");
});

test("registering ticks the password rules as they are met and refuses two passwords that differ", async () => {
  const { user } = await open("/auth/register");
  await user.type(screen.getByLabelText("Password"), "platform");
  expect(screen.getByLabelText("At least 8 characters: done")).toBeTruthy();
  expect(screen.getByLabelText("At least 1 digit: missing")).toBeTruthy();
  await user.type(screen.getByLabelText("Password"), "4");
  expect(screen.getByLabelText("At least 1 digit: done")).toBeTruthy();
  await user.type(screen.getByLabelText("Confirm password"), "platform5");
  await user.tab();
  expect(screen.getByText("Passwords do not match.")).toBeTruthy();
  await user.type(screen.getByLabelText("Confirm password"), "{Backspace}4");
  expect(screen.queryByText("Passwords do not match.")).toBeNull();
});

test("registering with a taken e-mail complains beside the field", async () => {
  server.answers["auth.register"] = refusal(409, "email-already-in-use", "User with this email already exists");
  const { user } = await open("/auth/register");
  await user.type(screen.getByLabelText("Full name"), "Mira");
  await user.clear(screen.getByLabelText("E-mail"));
  await user.type(screen.getByLabelText("E-mail"), "mira@stills.example");
  await user.type(screen.getByLabelText("Password"), "platform4");
  await user.type(screen.getByLabelText("Confirm password"), "platform4");
  await user.click(screen.getByRole("checkbox"));
  await user.click(screen.getByRole("button", { name: "Create account" }));
  expect(await screen.findByText("User with this email already exists")).toBeTruthy();
  expect(screen.getByLabelText("E-mail").getAttribute("aria-invalid")).toBe("true");
  expect(server.sent("auth.register")).toEqual([{ email: "mira@stills.example", password: "platform4", username: "Mira" }]);
});

test("with closed registration the sign-in page offers no account and the register page has no form", async () => {
  server.answers["auth.getSignInOptions"] = { host: "stills.example", google: null, oidc: null, hasUsers: true, registration: "closed" };
  const { history } = await open("/auth/login");
  await waitFor(() => expect(screen.queryByRole("link", { name: "Create an account" })).toBeNull());
  history.push("/auth/register");
  expect(await screen.findByRole("heading", { name: "Registration is closed" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Create account" })).toBeNull();
});

test("a person who arrived by an invite link registers with it", async () => {
  server.answers["auth.getSignInOptions"] = { host: "stills.example", google: null, oidc: null, hasUsers: true, registration: "invite" };
  server.answers["auth.register"] = refusal(403, "registration-by-invite", "anything");
  const { user } = await open("/auth/register?next=%2Finvite%2F0123456789abcdefghijkl");
  expect(screen.queryByText(/You need an invite to sign up/u)).toBeNull();
  await user.type(screen.getByLabelText("Full name"), "Mira");
  await user.clear(screen.getByLabelText("E-mail"));
  await user.type(screen.getByLabelText("E-mail"), "mira@stills.example");
  await user.type(screen.getByLabelText("Password"), "platform4");
  await user.type(screen.getByLabelText("Confirm password"), "platform4");
  await user.click(screen.getByRole("checkbox"));
  await user.click(screen.getByRole("button", { name: "Create account" }));
  expect(await screen.findByText("You need an invite to create an account on this server.")).toBeTruthy();
  expect(server.sent("auth.register")).toEqual([expect.objectContaining({ inviteId: "0123456789abcdefghijkl" })]);
});

test("a form is not sent without consent", async () => {
  const { user } = await open("/auth/register");
  await user.type(screen.getByLabelText("Full name"), "Mira");
  await user.clear(screen.getByLabelText("E-mail"));
  await user.type(screen.getByLabelText("E-mail"), "mira@stills.example");
  await user.type(screen.getByLabelText("Password"), "platform4");
  await user.type(screen.getByLabelText("Confirm password"), "platform4");
  await user.click(screen.getByRole("button", { name: "Create account" }));
  expect(screen.getByText("Please agree to the terms and privacy policy.")).toBeTruthy();
  expect(server.sent("auth.register")).toEqual([]);
});

test("asking for a reset link answers the same for every address", async () => {
  const { user } = await open("/auth/forgot");
  await user.clear(screen.getByLabelText("E-mail"));
  await user.type(screen.getByLabelText("E-mail"), "nobody@stills.example");
  await user.click(screen.getByRole("button", { name: "Send reset link" }));
  expect(await screen.findByRole("heading", { name: "Check your e-mail" })).toBeTruthy();
});

test("a used reset link shows an error instead of the password field", async () => {
  server.answers["emails.checkResetLink"] = refusal(410, "reset-link-used", "This reset link was already used or has expired");
  await open("/auth/reset?code=abc");
  expect(await screen.findByRole("heading", { name: "This reset link was already used or has expired" })).toBeTruthy();
  expect(screen.queryByLabelText("New password")).toBeNull();
});

test("a valid reset link sets the new password, confirms it and opens the login page", async () => {
  const { user, history } = await open("/auth/reset?code=abc");
  await user.type(await screen.findByLabelText("New password"), "platform4");
  await user.type(screen.getByLabelText("Confirm new password"), "platform4");
  await user.click(screen.getByRole("button", { name: "Change password" }));
  await waitFor(() => expect(history.location.pathname).toBe("/auth/login"));
  expect(server.sent("emails.setNewPassword")).toEqual([{ oobCode: "abc", newPassword: "platform4" }]);
  expect(screen.getByRole("status").textContent).toContain("Password changed.");
});

test("a link for the first password names what it does", async () => {
  server.answers["emails.checkResetLink"] = { isFirst: true };
  const { user } = await open("/auth/reset?code=abc");
  await screen.findByRole("heading", { name: "Set a password" });
  await user.type(await screen.findByLabelText("New password"), "platform4");
  await user.type(screen.getByLabelText("Confirm new password"), "platform4");
  await user.click(screen.getByRole("button", { name: "Set password" }));
  expect((await screen.findByRole("status")).textContent).toContain("Password set.");
});

test("the link of a confirmation mail changes the e-mail address by a button", async () => {
  server.answers["auth.confirmEmailChange"] = { email: "mira@harbour.example" };
  const { user } = await open("/auth/email?code=abc.def");
  expect(server.sent("auth.confirmEmailChange")).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Confirm e-mail address" }));
  await screen.findByRole("heading", { name: "Profile" });
  expect(server.sent("auth.confirmEmailChange")).toEqual([{ code: "abc.def" }]);
});

test("a used or expired confirmation link shows its state", async () => {
  server.answers["auth.confirmEmailChange"] = refusal(410, "email-link-used", "x");
  const { user } = await open("/auth/email?code=abc.def");
  await user.click(screen.getByRole("button", { name: "Confirm e-mail address" }));
  expect(await screen.findByRole("heading", { name: "This link was already used or has expired" })).toBeTruthy();
});

test("the link in a digest ends it immediately, which can be undone", async () => {
  server.answers["notifications.unsubscribeMail"] = { subject: "digest", kind: null, previous: "weekly" };
  const { user } = await open("/unsubscribe/signed");
  await screen.findByRole("heading", { name: "No more digests" });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByRole("heading", { name: "The digest is back" });
  expect(server.sent("notifications.unsubscribeMail")).toEqual([{ token: "signed" }, { token: "signed", frequency: "weekly" }]);
});

test("the link in a mail about notifications of a kind ends such mail, which can be undone", async () => {
  server.answers["notifications.unsubscribeMail"] = { subject: "kind", kind: "comment", previous: "immediately" };
  const { user } = await open("/unsubscribe/comment.signed");
  await screen.findByRole("heading", { name: "No more e-mails of this kind" });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByRole("heading", { name: "The e-mails are back" });
  expect(server.sent("notifications.unsubscribeMail").at(-1)).toEqual({ token: "comment.signed", frequency: "immediately" });
});

test("an address that unsubscribed before can subscribe again, without an account", async () => {
  server.answers["notifications.unsubscribeMail"] = { subject: "address", kind: null, previous: "never" };
  const { user } = await open("/unsubscribe/address.signed");
  await screen.findByRole("heading", { name: "No more e-mails from people on this server" });
  expect(screen.queryByRole("link", { name: "Notification settings" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Get these e-mails again" }));
  await screen.findByRole("heading", { name: "The e-mails are back" });
  expect(server.sent("notifications.unsubscribeMail").at(-1)).toEqual({ token: "address.signed", frequency: "immediately" });
});

test("a link that was cut off in an e-mail says so", async () => {
  server.answers["notifications.unsubscribeMail"] = refusal(404, "not-found", "Not found.");
  await open("/unsubscribe/cut");
  expect(await screen.findByRole("heading", { name: "This link doesn't work" })).toBeTruthy();
});
