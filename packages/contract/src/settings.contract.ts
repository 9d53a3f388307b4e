import { z } from "zod";
import { RegistrationMode } from "./auth.contract.ts";
import { Email } from "./common.contract.ts";
import { INTEGRATION_PROVIDERS } from "./integration-values.ts";
import { LINK_DAYS_MAX, OLD_ITEM_DAYS_MAX, OLD_ITEM_DAYS_MIN, SERVER_NAME_MAX, TRASH_DAYS_MAX } from "./limits.ts";
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

/** The address that links contain: scheme, host and port, without a path. */
const PublicAddress = z
  .url({ protocol: /^https?$/u, error: "Enter an address such as https://stills.company.com." })
  .max(300)
  .refine((text) => {
    // The check before has reported what is no address.
    if (!URL.canParse(text)) return true;
    const { username, pathname, search, hash } = new URL(text);
    return username === "" && pathname === "/" && search === "" && hash === "";
  }, "Enter only scheme, host and port.")
  .transform((text) => new URL(text).origin);

/** A converted picture, in base64, with the id in its address. */
const StoredLogo = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/u), data: z.string().max(400_000) });

/** An e-mail address, or an https address of a page. */
const Contact = z
  .string()
  .trim()
  .max(320)
  .refine(
    (text) => Email.safeParse(text).success || z.url({ protocol: /^https$/u }).safeParse(text).success,
    "Enter an e-mail address, or an address such as https://company.com/security.",
  );

/** Credentials that a service gave for this server: its id, and a secret that is write-only. */
const ServiceCredentials = z.object({
  clientId: z.string().trim().min(1, "Enter the client id.").max(300),
  clientSecret: z.string().trim().min(1, "Enter the client secret.").max(1_000),
});

/** An OpenAI-compatible service: its address with or without `/v1`, and its key, which is write-only. */
const AiService = z.object({
  url: z.url({ protocol: /^https?$/u, error: "Enter an address such as http://localhost:8080." }).max(1_000),
  key: z.string().trim().min(1).max(1_000).nullable(),
  model: z.string().trim().min(1, "Enter the name of the model.").max(200),
});

/** Every setting of the installation with the schema of its saved value. */
export const SETTINGS = {
  /** Name of the installation on its sign-in page. */
  serverName: z
    .string()
    .trim()
    .min(1, "Please enter a name.")
    .max(SERVER_NAME_MAX, `At most ${SERVER_NAME_MAX} characters.`)
    .regex(/^[^\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]*$/u, "Control characters are not allowed."),
  /** Shown instead of the product's logo. It is changed by `POST /admin/settings/logo`. */
  logo: StoredLogo,
  publicUrl: PublicAddress,
  /** Language of pages and mails for people whose language is not known. The server accepts the languages that it has. */
  defaultLanguage: z.string().regex(/^[a-z]{2,3}$/u, "Enter a language such as de."),
  registration: RegistrationSetting,
  signIn: SignInSetting,
  /** Address of the mail server with user and password: write-only. */
  smtpUrl: z.url({ protocol: /^smtps?$/u, error: "Enter an address such as smtp://user:password@mail.company.com:587." }).max(1_000),
  mailFrom: Sender,
  /** Storage of each account in bytes; 0 is unlimited. */
  defaultQuota: z.int().min(0),
  /** Storage of each workspace in bytes, in addition to the quotas of its members; 0 is unlimited. */
  workspaceQuota: z.int().min(0),
  trashDays: z.int().min(1, "At least 1 day.").max(TRASH_DAYS_MAX, `At most ${TRASH_DAYS_MAX} days.`),
  /** Days after which items that were not opened or changed are moved to the trash. Without a value they stay. */
  oldItemDays: z
    .int()
    .min(OLD_ITEM_DAYS_MIN, `At least ${OLD_ITEM_DAYS_MIN} days.`)
    .max(OLD_ITEM_DAYS_MAX, `At most ${OLD_ITEM_DAYS_MAX} days.`),
  /** Longest lifetime of a link in days. Without a value it is unlimited. */
  maxLinkDays: z.int().min(1, "At least 1 day.").max(LINK_DAYS_MAX, `At most ${LINK_DAYS_MAX} days.`),
  /** Whether the card with the first steps was dismissed. */
  setupDismissed: z.boolean(),
  /** Where problems of security are reported: an e-mail address, or an https address of a page. */
  securityContact: Contact,
  /** Whether webhooks may send to addresses that are not on the public internet. */
  privateWebhooks: z.boolean(),
  /** Credentials of the services that users can connect. */
  driveApp: ServiceCredentials,
  dropboxApp: ServiceCredentials,
  slackApp: ServiceCredentials,
  jiraApp: ServiceCredentials,
  trelloApp: ServiceCredentials,
  /** The service that writes transcripts. It receives the sound of videos. */
  speech: AiService,
  /** The service that suggests titles, summaries and chapters. It receives transcripts. */
  chat: AiService,
  /** Whether each new video gets a transcript. */
  transcribeNew: z.boolean(),
} as const;
export type SettingName = keyof typeof SETTINGS;
/** The values that can be saved. */
export type SettingValues = { [N in SettingName]: z.output<(typeof SETTINGS)[N]> };

/** Where the effective value comes from. A variable of the environment has priority over a saved value. */
export const SettingSource = z.enum(["default", "environment", "saved"]);

const current = <V extends z.ZodType>(value: V) => z.object({ value, source: SettingSource, version: z.int() });
/** A change is based on the version that was read. The value null restores the default. */
const change = <V extends z.ZodType>(value: V) => z.object({ value: value.nullable(), version: z.int().min(0) }).optional();

/** Credentials without their secret. Null without credentials. */
const PublicCredentials = z.object({ clientId: z.string() }).nullable();

/** A service without its key. Null when it is not configured. */
const PublicAiService = z.object({ url: z.string(), model: z.string(), hasKey: z.boolean() }).nullable();

/** All settings with their effective values. Of the mail server only its address is returned, without user and password. */
export const Settings = z.object({
  serverName: current(z.string().nullable()),
  /** Address of the logo. */
  logo: current(z.string().nullable()),
  publicUrl: current(z.string()),
  defaultLanguage: current(z.string()),
  registration: current(z.object({ mode: RegistrationMode, domains: z.array(z.string()) })),
  signIn: current(SignInSetting),
  smtpUrl: current(z.string().nullable()),
  mailFrom: current(z.string()),
  defaultQuota: current(z.int()),
  workspaceQuota: current(z.int()),
  trashDays: current(z.int()),
  oldItemDays: current(z.int().nullable()),
  maxLinkDays: current(z.int().nullable()),
  setupDismissed: current(z.boolean()),
  securityContact: current(z.string().nullable()),
  privateWebhooks: current(z.boolean()),
  driveApp: current(PublicCredentials),
  dropboxApp: current(PublicCredentials),
  slackApp: current(PublicCredentials),
  jiraApp: current(PublicCredentials),
  trelloApp: current(PublicCredentials),
  speech: current(PublicAiService),
  chat: current(PublicAiService),
  transcribeNew: current(z.boolean()),
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
    /** Only removal: a logo is uploaded. */
    logo: z.object({ value: z.null(), version: z.int().min(0) }).optional(),
    publicUrl: change(SETTINGS.publicUrl),
    defaultLanguage: change(SETTINGS.defaultLanguage),
    registration: change(SETTINGS.registration),
    signIn: change(SETTINGS.signIn),
    smtpUrl: change(SETTINGS.smtpUrl),
    mailFrom: change(SETTINGS.mailFrom),
    defaultQuota: change(SETTINGS.defaultQuota),
    workspaceQuota: change(SETTINGS.workspaceQuota),
    trashDays: change(SETTINGS.trashDays),
    oldItemDays: change(SETTINGS.oldItemDays),
    maxLinkDays: change(SETTINGS.maxLinkDays),
    setupDismissed: change(SETTINGS.setupDismissed),
    securityContact: change(SETTINGS.securityContact),
    privateWebhooks: change(SETTINGS.privateWebhooks),
    driveApp: change(SETTINGS.driveApp),
    dropboxApp: change(SETTINGS.dropboxApp),
    slackApp: change(SETTINGS.slackApp),
    jiraApp: change(SETTINGS.jiraApp),
    trelloApp: change(SETTINGS.trelloApp),
    speech: change(SETTINGS.speech),
    chat: change(SETTINGS.chat),
    transcribeNew: change(SETTINGS.transcribeNew),
  }),
  response: Settings,
  errors: ["setting-from-environment", "setting-changed", "sign-in-lock-out", "public-address-unreachable"],
});

export const uploadServerLogo = defineRoute({
  id: "settings.uploadLogo",
  method: "POST",
  path: "/admin/settings/logo",
  summary: "Set the logo of the installation: JPG, JPEG or PNG by content, at most 30 KB",
  auth: "admin",
  form: { file: { type: "file", description: "The image", required: true } },
  response: Settings,
  errors: ["setting-changed", "file-too-large", "unsupported-file-type", "image-too-large", "unreadable-file"],
});

export const testSettings = defineRoute({
  id: "settings.test",
  method: "POST",
  path: "/admin/settings/test",
  summary: "Test the saved settings: send a mail, or check the credentials of a service, and return the answer",
  auth: "admin",
  body: z.object({ what: z.enum(["mail", "speech", "chat", ...INTEGRATION_PROVIDERS]), to: Email.optional() }),
  response: z.object({
    /** `redirect`: the service knows the credentials, but not the redirect address of this server. */
    outcome: z.enum(["accepted", "refused", "redirect", "late", "not-configured"]),
    /** The recipient of the mail, or the redirect address that the service must know. */
    to: z.string(),
    /** The words of the mail server or service, or of the connection to it, when it did not accept the test. */
    answer: z.string().nullable(),
  }),
});

/** Names of the rate limits. */
export const RATE_LIMIT_NAMES = [
  "password",
  "password-ip",
  "passkey",
  "two-factor",
  "two-factor-challenge",
  "two-factor-setup",
  "register",
  "reset",
  "reset-ip",
  "email-change",
  "share-unlock",
  "invite-guesses",
  "invites-made",
  "send-invites-small",
  "send-invites-large",
  "invited-addresses-hour",
  "invited-addresses-day",
  "send-item",
  "access-requests",
  "mention-mails",
  "workspaces-made",
  "teams-made",
  "upload",
  "comment",
  "folder",
  "like",
  "view-reports",
  "view-visits",
  "convert",
  "gif",
  "zip",
  "takeout",
  "save",
  "send",
  "connect",
  "transcribe",
  "suggest",
] as const;
export type RateLimitName = (typeof RATE_LIMIT_NAMES)[number];

export const listRateLimits = defineRoute({
  id: "settings.listRateLimits",
  method: "GET",
  path: "/admin/rate-limits",
  summary: "Every rate limit with the number of callers that have used it up now",
  auth: "admin",
  response: z.object({
    items: z.array(
      z.object({
        name: z.enum(RATE_LIMIT_NAMES),
        /** Permitted number within the window. */
        max: z.int(),
        windowS: z.int(),
        /** Callers, addresses or accounts that are refused until their window ends. */
        limited: z.int(),
      }),
    ),
  }),
});

/** Steps after the installation, in the order of the card. */
export const SetupStep = z.enum(["publicAddress", "mail", "registration", "backup"]);

export const getSetup = defineRoute({
  id: "settings.getSetup",
  method: "GET",
  path: "/admin/setup",
  summary: "The first steps after the installation, and which of them are done",
  auth: "admin",
  response: z.object({
    isDismissed: z.boolean(),
    steps: z.array(z.object({ id: SetupStep, isDone: z.boolean() })),
  }),
});
