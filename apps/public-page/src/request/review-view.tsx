import { type ReactNode, useEffect, useId, useState } from "react";
import { Consent } from "./choose-view.tsx";
import { sizeText, type RequestData, type Translate } from "./request-data.ts";
import { SenderFields } from "./sender-fields.tsx";
import type { StoredSender } from "./stored-answer.ts";

/** What is sent with the file. */
interface AnswerTexts {
  title: string;
  note: string;
}

interface Props {
  data: RequestData;
  t: Translate;
  file: File;
  texts: AnswerTexts;
  sender: StoredSender;
  problems: { form?: string; senderName?: string; senderEmail?: string };
  /** Part that has arrived, from 0 to 1; null before Send. */
  progress: number | null;
  isWaiting: boolean;
  isRecorded: boolean;
  onTexts: (texts: AnswerTexts) => void;
  onSender: (sender: StoredSender) => void;
  onSend: () => void;
  onAgain: () => void;
}

/** Returns the address of a local file while it is shown. */
function useFileUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

/** Saves a file on the device of the visitor. */
export function SaveCopy({ file, t }: Pick<Props, "file" | "t">): ReactNode {
  const url = useFileUrl(file);
  return (
    <a className="btn quiet lg" href={url} download={file.name}>
      {t("askKeepCopy")}
    </a>
  );
}

function Preview({ file, t }: Pick<Props, "file" | "t">): ReactNode {
  const url = useFileUrl(file);
  const isImage = file.type.startsWith("image/");
  return (
    <div className="preview">
      {isImage ? (
        <img src={url} alt={file.name} />
      ) : (
        // eslint-disable-next-line jsx-a11y/media-has-caption -- a recording of the visitor, which has no captions yet
        <video src={url} controls playsInline aria-label={t("askPreview")} />
      )}
      <p className="hint">{sizeText(file.size, document.documentElement.lang)}</p>
    </div>
  );
}

/** Asks before a recording is discarded. */
function Again({ t, isRecorded, onAgain }: Pick<Props, "t" | "isRecorded" | "onAgain">): ReactNode {
  const [isAsking, setAsking] = useState(false);
  if (!isRecorded)
    return (
      <button type="button" className="btn default lg" onClick={onAgain}>
        {t("askOther")}
      </button>
    );
  if (!isAsking)
    return (
      <button type="button" className="btn default lg" onClick={() => setAsking(true)}>
        {t("askAgain")}
      </button>
    );
  return (
    <div className="again" role="alert">
      <p>{t("askAgainText")}</p>
      <button type="button" className="btn filled lg" onClick={onAgain}>
        {t("askAgain")}
      </button>
      <button type="button" className="btn default lg" onClick={() => setAsking(false)}>
        {t("askCancel")}
      </button>
    </div>
  );
}

/** Send with its progress, and what can be done instead. */
function SendPart(props: Props): ReactNode {
  const { data, t, file, progress, isWaiting } = props;
  const percent = Math.floor((progress ?? 0) * 100);
  if (progress !== null)
    return (
      <div className="sending">
        <div
          className="strip"
          role="progressbar"
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-label={t("askSending", { percent })}
        >
          <i style={{ width: `${percent}%` }} />
        </div>
        <p role="status">{isWaiting ? t("askWaiting") : t("askSending", { percent })}</p>
      </div>
    );
  return (
    <>
      <button type="submit" className="btn filled lg">
        {t("askSend", { name: data.request.asker.displayName })}
      </button>
      <div className="row">
        <Again {...props} />
        <SaveCopy file={file} t={t} />
      </div>
    </>
  );
}

/** The last step before sending: preview, texts, Send with its progress. */
export function ReviewView(props: Props): ReactNode {
  const { data, t, file, texts, sender, problems, progress, onTexts, onSender, onSend } = props;
  const id = useId();
  const isSending = progress !== null;
  return (
    <div className="review">
      <Preview file={file} t={t} />
      <form
        className="card"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
      >
        <h2>{t("askCheck")}</h2>
        <p className="hint">{t("askCheckText")}</p>
        <fieldset className="fields" disabled={isSending}>
          <label htmlFor={`${id}-title`}>
            {t("askTitle")}
            <input
              id={`${id}-title`}
              value={texts.title}
              maxLength={255}
              onChange={({ target }) => onTexts({ ...texts, title: target.value })}
            />
          </label>
          <SenderFields t={t} sender={sender} problems={problems} onChange={onSender} />
          <label htmlFor={`${id}-note`}>
            <span>
              {t("askNote", { name: data.request.asker.displayName })} <small>{t("askOptional")}</small>
            </span>
            <textarea
              id={`${id}-note`}
              value={texts.note}
              maxLength={500}
              rows={3}
              onChange={({ target }) => onTexts({ ...texts, note: target.value })}
            />
          </label>
        </fieldset>
        <Consent data={data} t={t} />
        {problems.form !== undefined && (
          <p className="err" role="alert">
            {problems.form}
          </p>
        )}
        <SendPart {...props} />
      </form>
    </div>
  );
}
