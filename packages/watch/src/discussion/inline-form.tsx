import { COMMENT_MAX } from "@stillreel/contract";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import type { WatchTexts } from "../texts.ts";
import { CommentField } from "./comment-field.tsx";
import { useCommentForm } from "./comment-form.ts";
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
export function InlineForm({
  label,
  placeholder,
  submitLabel,
  texts,
  people,
  first,
  known,
  errorText,
  onSubmit,
  onClose,
}: Props): ReactNode {
  const { t } = texts;
  const form = useCommentForm(first, known);
  const field = useRef<HTMLTextAreaElement>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const ids = { error: useId(), count: useId() };
  useEffect(() => {
    const node = field.current;
    node?.focus();
    node?.setSelectionRange(node.value.length, node.value.length);
  }, []);
  async function submit(): Promise<void> {
    if (isBusy || form.isTooLong) return;
    if (form.isEmpty) {
      setError(t("discussion.required"));
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
  return (
    <form
      className={styles.form}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
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
          onSubmit={() => void submit()}
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
