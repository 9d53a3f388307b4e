import { isApiError } from "@stillreel/client";
import { REPORT_REASONS, REPORT_TEXT_MAX, type ReportReason, reportLink } from "@stillreel/contract";
import { DialogFrame, useField } from "@stillreel/ui/primitives";
import { useTexts } from "@stillreel/watch/player";
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { client } from "./api.ts";
import styles from "./report.module.css";

interface Props {
  slug: string;
  onClose: () => void;
  onSent: () => void;
}

interface Problems {
  reason?: string;
  email?: string;
  form?: string;
}

const isReason = (value: unknown): value is ReportReason => REPORT_REASONS.some((reason) => reason === value);

function useSubmit({ slug, onSent }: Props) {
  const { t } = useTexts();
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    const text = (name: string): string => String(form.get(name) ?? "").trim();
    const reason = form.get("reason");
    if (!isReason(reason)) return setProblems({ reason: t("page.report.noReason") });
    const email = text("email");
    setProblems({});
    setBusy(true);
    try {
      await client.call(reportLink, { params: { slug }, body: { reason, text: text("text"), ...(email === "" ? {} : { email }) } });
      onSent();
    } catch (error) {
      setProblems(problemsOf(error, t));
      setBusy(false);
    }
  };
  return { problems, isBusy, submit: (event: FormEvent<HTMLFormElement>) => void submit(event) };
}

/** Maps the server's errors to the fields. */
function problemsOf(error: unknown, t: ReturnType<typeof useTexts>["t"]): Problems {
  if (!isApiError(error)) return { form: t("page.failed") };
  if (error.issue("email")) return { email: t("page.report.invalidEmail") };
  return { form: error.code === "too-many-requests" ? t("page.report.tooMany") : error.message };
}

/** The form for a report of a link: reason, details and an address for questions. */
export function ReportDialog(props: Props): ReactNode {
  const { t } = useTexts();
  const heading = useId();
  const { problems, isBusy, submit } = useSubmit(props);
  return (
    <DialogFrame labelledBy={heading} backdropClassName={styles.backdrop} className={`${styles.dialog} on-raised`} onClose={props.onClose}>
      <form className={styles.form} noValidate onSubmit={submit} data-own-keys>
        <h2 id={heading} className={styles.title}>
          {t("page.report.title")}
        </h2>
        <p className={styles.hint}>{t("page.report.text")}</p>
        <Reasons problem={problems.reason} />
        <div className={`fields ${styles.fields}`}>
          <Details />
          <Email problem={problems.email} />
        </div>
        {problems.form && (
          <p className={styles.problem} role="alert">
            {problems.form}
          </p>
        )}
        <p className={styles.security}>
          {t("page.report.security")} <a href="/security-contact">{t("page.report.securityContact")}</a>
        </p>
        <div className={styles.buttons}>
          <button type="button" className="btn default" onClick={props.onClose}>
            {t("page.report.cancel")}
          </button>
          <button type="submit" className="btn filled" aria-busy={isBusy}>
            {t("page.report.send")}
          </button>
        </div>
      </form>
    </DialogFrame>
  );
}

function Reasons({ problem }: { problem: string | undefined }): ReactNode {
  const { t } = useTexts();
  const id = useId();
  return (
    <fieldset className={styles.reasons} aria-describedby={id}>
      <legend>{t("page.report.reason")}</legend>
      {REPORT_REASONS.map((reason) => (
        <label key={reason} className={styles.reason}>
          <input type="radio" name="reason" value={reason} />
          {t(`page.report.reasons.${reason}`)}
        </label>
      ))}
      <span id={id} className={styles.problem} role="alert">
        {problem}
      </span>
    </fieldset>
  );
}

function Details(): ReactNode {
  const { t } = useTexts();
  const field = useField({ isInvalid: false });
  return (
    <div>
      <label {...field.label}>{t("page.report.details")}</label>
      <textarea {...field.control} name="text" rows={3} maxLength={REPORT_TEXT_MAX} className={styles.details} />
    </div>
  );
}

function Email({ problem }: { problem: string | undefined }): ReactNode {
  const { t } = useTexts();
  const field = useField({ isInvalid: problem !== undefined });
  return (
    <div>
      <label {...field.label}>{t("page.report.email")}</label>
      <input {...field.control} type="email" name="email" autoComplete="email" />
      <span {...field.message} className="err" role="alert">
        {problem}
      </span>
    </div>
  );
}
