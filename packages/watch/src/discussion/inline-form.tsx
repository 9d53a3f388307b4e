import { COMMENT_MAX } from "@stillreel/contract";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import type { WatchTexts } from "../texts.ts";
import { CommentField } from "./comment-field.tsx";
import { useCommentForm, type CommentForm } from "./comment-form.ts";
import type { DiscussionProps, DiscussionStore } from "./discussion.types.ts";
import { failureText } from "./failure-text.ts";
import styles from "./inline-form.module.css";
import parts from "./parts.module.css";

interface Props {
  label: string;
  placeholder: string;
  submitLabel: string;
  texts: WatchTexts;
  people: DiscussionStore["people"] | null;
  first?: string;
  /** Users whom `first` mentions. */
  known?: readonly { id: string; displayName: string }[];
  errorText?: DiscussionProps["errorText"];
  /** Submits it. Resolves to false when it was cancelled, and rejects on failure. */
  onSubmit(text: string, mentions: string[]): Promise<boolean>;
  /** Called at the end, submitted or not. */
  onClose(): void;
}

/** A form in place of a comment or below it, for an edit or a reply. */
export function InlineForm(props: Props): ReactNode {
  const { label, placeholder, submitLabel, texts, people, onClose } = props;
  const { t } = texts;
  const form = useCommentForm(props.first, props.known);
  const field = useRef<HTMLTextAreaElement>(null);
  const { error, isBusy, submit } = useSubmit(props, form);
  const ids = { error: useId(), count: useId() };
  useEffect(() => {
    const node = field.current;
    node?.focus();
    node?.setSelectionRange(node.value.length, node.value.length);
  }, []);
  return (
    <form
      className={styles.form}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={styles.box}>
        <CommentField
          form={form}
          field={field}
          label={label}
          placeholder={placeholder}
          texts={texts}
          people={people}
          side="below"
          isInvalid={error !== null || form.isTooLong}
          describedBy={error === null ? undefined : ids.error}
          isBusy={isBusy}
          onSubmit={submit}
          onEscape={onClose}
        />
      </div>
      {error !== null && (
        <p id={ids.error} className={parts.error} role="alert">
          {error}
        </p>
      )}
      <div className={styles.actions}>
        {form.count !== null && (
          <span id={ids.count} className={styles.count} data-over={form.isTooLong || undefined} dir="ltr">
            {t("discussion.count", { count: form.count, max: COMMENT_MAX })}
          </span>
        )}
        <button type="button" className={parts.plain} onClick={onClose}>
          {t("discussion.cancel")}
        </button>
        <button type="submit" className={parts.filled} disabled={isBusy || form.isTooLong} aria-busy={isBusy}>
          {submitLabel}
        </button>
      </div>
    </form>
  );
}

interface Submission {
  error: string | null;
  isBusy: boolean;
  submit(): void;
}

/** Submits the form once at a time. A failure is shown in it. */
function useSubmit({ texts, errorText, onSubmit, onClose }: Props, form: CommentForm): Submission {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function submit(): Promise<void> {
    if (isBusy || form.isTooLong) return;
    if (form.isEmpty) {
      setError(texts.t("discussion.required"));
      return;
    }
    setBusy(true);
    try {
      if (await onSubmit(form.text.trim(), form.mentions())) onClose();
    } catch (failure) {
      setError(failureText(failure, texts, errorText));
    } finally {
      setBusy(false);
    }
  }
  return { error, isBusy, submit: () => void submit() };
}
