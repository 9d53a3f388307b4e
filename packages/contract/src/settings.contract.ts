import { z } from "zod";
import { RegistrationMode } from "./auth.contract.ts";
import { Email } from "./common.contract.ts";
import { LINK_DAYS_MAX, SERVER_NAME_MAX, TRASH_DAYS_MAX } from "./limits.ts";
import { defineRoute } from "./route.ts";

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => text.replace(/^@/u, ""))
  .pipe(
    z
      .string()
      .max(253)
      .regex(/^[^\s@]+\.[^\s@.]+$/u, "Enter a domain such as example.com."),
  );

/** Who may create an account; `domains` matters for the mode of that name. */
export const RegistrationSetting = z
  .object({ mode: RegistrationMode, domains: z.array(Domain).max(100) })
  .refine(({ mode, domains }) => mode !== "domains" || domains.length > 0, { path: ["domains"], message: "Enter at least one domain." });

/** Sign-in methods that are permitted. A method also needs its configuration. */
export const SignInSetting = z.object({ password: z.boolean(), google: z.boolean(), oidc: z.boolean() });

/** The sender of mail: an address, or a name with an address in angle brackets. */
const Sender = z
  .string()
  .trim()
  .max(320)
  .refine((text) => {
    const [, name = "", address = text] = /^([^<>]*)<([^<>]*)>$/u.exec(text) ?? [];
    return !/[\u0000-\u001f\u007f]/u.test(name) && (Email.safeParse(address).success || /^[^\s@<>]+@localhost$/u.test(address));
  }, "Enter an address such as Stillreel <shots@company.com>.");

/** An e-mail address, or an https address of a page. */
const Contact = z
  .string()
  .trim()
  .max(320)
  .refine(
    (text) => Email.safeParse(text).success || z.url({ protocol: /^https$/u }).safeParse(text).success,
    "Enter an e-mail address, or an address such as https://company.com/security.",
  );

/** Every setting of the installation with the schema of its saved value. */
export const SETTINGS = {
  /** Name of the installation on its sign-in page. */
  serverName: z
    .string()
    .trim()
    .min(1, "Please enter a name.")
    .max(SERVER_NAME_MAX, `At most ${SERVER_NAME_MAX} characters.`)
    .regex(/^[^\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]*$/u, "Control characters are not allowed."),
  registration: RegistrationSetting,
  signIn: SignInSetting,
  /** Address of the mail server with user and password: write-only. */
  smtpUrl: z.url({ protocol: /^smtps?$/u, error: "Enter an address such as smtp://user:password@mail.company.com:587." }).max(1_000),
  mailFrom: Sender,
  /** Storage of each account in bytes; 0 is unlimited. */
  defaultQuota: z.int().min(0),
  trashDays: z.int().min(1, "At least 1 day.").max(TRASH_DAYS_MAX, `At most ${TRASH_DAYS_MAX} days.`),
  /** Longest lifetime of a link in days. Without a value it is unlimited. */
  maxLinkDays: z.int().min(1, "At least 1 day.").max(LINK_DAYS_MAX, `At most ${LINK_DAYS_MAX} days.`),
  /** Where problems of security are reported: an e-mail address, or an https address of a page. */
  securityContact: Contact,
} as const;
export type SettingName = keyof typeof SETTINGS;
/** The values that can be saved. */
export type SettingValues = { [N in SettingName]: z.output<(typeof SETTINGS)[N]> };

/** Where the effective value comes from. A variable of the environment has priority over a saved value. */
export const SettingSource = z.enum(["default", "environment", "saved"]);

const current = <V extends z.ZodType>(value: V) => z.object({ value, source: SettingSource, version: z.int() });
/** A change is based on the version that was read. The value null restores the default. */
const change = <V extends z.ZodType>(value: V) => z.object({ value: value.nullable(), version: z.int().min(0) }).optional();

/** All settings with their effective values. Of the mail server only its address is returned, without user and password. */
export const Settings = z.object({
  serverName: current(z.string().nullable()),
  registration: current(z.object({ mode: RegistrationMode, domains: z.array(z.string()) })),
  signIn: current(SignInSetting),
  smtpUrl: current(z.string().nullable()),
  mailFrom: current(z.string()),
  defaultQuota: current(z.int()),
  trashDays: current(z.int()),
  maxLinkDays: current(z.int().nullable()),
  securityContact: current(z.string().nullable()),
  /** Sign-in methods that are configured. */
  configured: SignInSetting,
});

export const getSettings = defineRoute({
  id: "settings.get",
  method: "GET",
  path: "/admin/settings",
  summary: "Settings of the installation with the source of each value",
  auth: "admin",
  response: Settings,
});

export const updateSettings = defineRoute({
  id: "settings.update",
  method: "PUT",
  path: "/admin/settings",
  summary: "Change settings, all or none; each change names the version that it is based on",
  auth: "admin",
  body: z.object({
    serverName: change(SETTINGS.serverName),
    registration: change(SETTINGS.registration),
    signIn: change(SETTINGS.signIn),
    smtpUrl: change(SETTINGS.smtpUrl),
    mailFrom: change(SETTINGS.mailFrom),
    defaultQuota: change(SETTINGS.defaultQuota),
    trashDays: change(SETTINGS.trashDays),
    maxLinkDays: change(SETTINGS.maxLinkDays),
    securityContact: change(SETTINGS.securityContact),
  }),
  response: Settings,
  errors: ["setting-from-environment", "setting-changed", "sign-in-lock-out"],
});

export const testSettings = defineRoute({
  id: "settings.test",
  method: "POST",
  path: "/admin/settings/test",
  summary: "Send a test mail with the saved settings and return the answer of the mail server",
  auth: "admin",
  body: z.object({ what: z.enum(["mail"]), to: Email.optional() }),
  response: z.object({
    outcome: z.enum(["accepted", "refused", "late", "not-configured"]),
    to: z.string(),
    /** The words of the mail server, or of the connection to it, when it did not accept the message. */
    answer: z.string().nullable(),
  }),
});
