import { isApiError } from "@stillreel/client";
import { getSignInOptions, login, NAME_MAX, register, sendWelcomeEmail } from "@stillreel/contract";
import { useField } from "@stillreel/ui/primitives";
import { useTexts } from "@stillreel/watch/player";
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from "react";
import { client } from "./api.ts";
import { taggedText } from "./tagged-text.tsx";
import styles from "./sign-in.module.css";
import type { Visitor, SignInReason } from "./use-visitor.ts";

interface Props {
  reason: SignInReason;
  visitor: Visitor;
}

type Mode = "create" | "enter";
const FIELDS = ["username", "email", "password"] as const;
type Problems = Partial<Record<(typeof FIELDS)[number] | "form", string>>;

/** Refusals of the server that are shown in the words of the page's language. */
const REFUSALS = [
  "wrong-password",
  "email-already-in-use",
  "too-many-requests",
  "offline",
  "registration-closed",
  "registration-by-invite",
  "registration-domain",
] as const;

/** Creates an account or signs in without leaving the page; the requested action follows. */
export function SignInForm({ reason, visitor }: Props): ReactNode {
  const { t } = useTexts();
  const [mode, setMode] = useState<Mode>(visitor.canRegister ? "create" : "enter");
  const { problems, isBusy, submit } = useSubmit(mode, visitor);
  const title = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input")?.focus(), []);
  return (
    <form ref={form} className={styles.form} noValidate aria-labelledby={title} onSubmit={submit} data-own-keys>
      <h2 id={title} className={styles.title}>
        {t(`page.signIn.title.${reason}`)}
      </h2>
      <p className={styles.text}>{t(visitor.canRegister ? `page.signIn.text.${reason}` : `page.signIn.enterText.${reason}`)}</p>
      <Providers />
      <div className={`fields ${styles.fields}`}>
        {mode === "create" && (
          <Field name="username" label={t("page.signIn.name")} autoComplete="name" maxLength={NAME_MAX} problem={problems.username} />
        )}
        <Field name="email" type="email" label={t("page.signIn.email")} autoComplete="username" problem={problems.email} />
        <Password mode={mode} problem={problems.password} />
      </div>
      {problems.form && (
        <p className={styles.problem} role="alert">
          {problems.form}
        </p>
      )}
      <button type="submit" className={`btn filled ${styles.submit}`} aria-busy={isBusy}>
        {t(mode === "create" ? `page.signIn.create.${reason}` : `page.signIn.enter.${reason}`)}
      </button>
      {visitor.canRegister ? (
        <Rest mode={mode} onMode={setMode} />
      ) : (
        <p className={styles.rest}>{t("page.signIn.refused.registration-closed")}</p>
      )}
    </form>
  );
}

function useSubmit(mode: Mode, visitor: Visitor) {
  const { t } = useTexts();
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    const text = (name: string): string => String(form.get(name) ?? "");
    const fields = { username: text("username").trim(), email: text("email").trim(), password: text("password") };
    const wanted = FIELDS.filter((name) => mode === "create" || name !== "username");
    const missing = wanted.filter((name) => fields[name] === "");
    if (missing.length > 0) return setProblems(Object.fromEntries(missing.map((name) => [name, t(`page.signIn.missing.${name}`)])));
    setProblems({});
    setBusy(true);
    try {
      const { username, email, password } = fields;
      if (mode === "create") {
        await client.call(register, { body: { username, email, password } });
        // The account exists regardless of the mail; the server logs a failure.
        void client.call(sendWelcomeEmail, { body: { email } }).catch(() => undefined);
      } else await client.call(login, { body: { email, password, remember: true } });
      await visitor.signedIn();
    } catch (error) {
      setProblems(problemsOf(error, t));
    } finally {
      setBusy(false);
    }
  };
  return { problems, isBusy, submit: (event: FormEvent<HTMLFormElement>) => void submit(event) };
}

/** Maps the server's errors to the fields. */
function problemsOf(error: unknown, t: ReturnType<typeof useTexts>["t"]): Problems {
  if (!isApiError(error)) return { form: t("page.failed") };
  const invalid = FIELDS.filter((name) => error.issue(name));
  if (invalid.length > 0) return Object.fromEntries(invalid.map((name) => [name, t(`page.signIn.invalid.${name}`, { max: NAME_MAX })]));
  const refusal = REFUSALS.find((code) => code === error.code);
  return { form: refusal ? t(`page.signIn.refused.${refusal}`) : error.message };
}

interface FieldProps {
  name: string;
  label: string;
  type?: string;
  placeholder?: string;
  autoComplete: string;
  maxLength?: number;
  problem: string | undefined;
}

function Field({ label, problem, ...input }: FieldProps): ReactNode {
  const field = useField({ isInvalid: problem !== undefined });
  return (
    <div>
      <label {...field.label}>{label}</label>
      <input type="text" {...field.control} {...input} />
      <span {...field.message} className="err" role="alert">
        {problem}
      </span>
    </div>
  );
}

function Password({ mode, problem }: { mode: Mode; problem: string | undefined }): ReactNode {
  const { t } = useTexts();
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.password}>
      <Field
        name="password"
        type={isShown ? "text" : "password"}
        label={t("page.signIn.password")}
        placeholder={mode === "create" ? t("page.signIn.passwordHint") : undefined}
        autoComplete={mode === "create" ? "new-password" : "current-password"}
        problem={problem}
      />
      <button
        type="button"
        className={styles.eye}
        aria-pressed={isShown}
        aria-label={t(isShown ? "page.signIn.hidePassword" : "page.signIn.showPassword")}
        onClick={() => setShown(!isShown)}
      >
        <svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
          <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
          <circle cx="12" cy="12" r="2.8" />
          {isShown && <path d="M4 4l16 16" />}
        </svg>
      </button>
    </div>
  );
}

/** Sign-in by providers on another page; the draft is stored in this tab. */
function Providers(): ReactNode {
  const { t } = useTexts();
  const [providers, setProviders] = useState<{ name: string; url: string }[]>([]);
  useEffect(() => {
    const next = encodeURIComponent(location.pathname + location.search);
    const readProviders = async (): Promise<void> => {
      const { google, oidc } = await client.call(getSignInOptions);
      setProviders([
        ...(google ? [{ name: "Google", url: `/auth/login?next=${next}` }] : []),
        ...(oidc ? [{ name: oidc.name, url: `${oidc.startUrl}?next=${next}` }] : []),
      ]);
    };
    // Without a response the form below still works.
    readProviders().catch(() => {});
  }, []);
  if (providers.length === 0) return null;
  return (
    <>
      {providers.map(({ name, url }) => (
        <a key={name} className={`btn default ${styles.submit}`} href={url}>
          {t("page.signIn.continueWith", { name })}
        </a>
      ))}
      <div className={styles.or}>{t("page.signIn.or")}</div>
    </>
  );
}

function Rest({ mode, onMode }: { mode: Mode; onMode(mode: Mode): void }): ReactNode {
  const { t } = useTexts();
  const isNew = mode === "create";
  return (
    <p className={styles.rest}>
      {isNew && (
        <>
          {taggedText(t("page.signIn.agree"), {
            terms: (name) => <a href="/terms">{name}</a>,
            privacy: (name) => <a href="/privacy">{name}</a>,
          })}{" "}
        </>
      )}
      {t(isNew ? "page.signIn.haveAccount" : "page.signIn.newHere")}{" "}
      <button type="button" className={styles.link} onClick={() => onMode(isNew ? "enter" : "create")}>
        {t(isNew ? "page.signIn.signIn" : "page.signIn.register")}
      </button>
    </p>
  );
}
