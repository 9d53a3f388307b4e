import { sizeText } from "@stillreel/i18n";
import type { TrimRange } from "@stillreel/recorder/trim.plan";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Consent } from "./choose-view.tsx";
import { Icon } from "./icons.tsx";
import type { RequestData, Translate } from "./request-data.ts";
import { SenderFields } from "./sender-fields.tsx";
import type { StoredSender } from "./stored-answer.ts";
import { TrimStrip } from "./trim-strip.tsx";
import { useTrim } from "./use-trim.ts";

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
  /** Whether the video is being cut, which comes before its upload. */
  isCutting: boolean;
  /** The part that is sent; null for all of it. */
  trim: TrimRange | null;
  isRecorded: boolean;
  onTrim: (trim: TrimRange | null) => void;
  onStopCutting: () => void;
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
      <Icon name="save" />
      {t("askKeepCopy")}
    </a>
  );
}

/** The video with its trimming. */
function Film(props: Props & { url: string | undefined }): ReactNode {
  const { t, file, url, trim, progress, onTrim } = props;
  const player = useRef<HTMLVideoElement>(null);
  const state = useTrim(file, player, trim, onTrim);
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- a recording of the visitor, which has no captions yet */}
      <video ref={player} src={url} controls playsInline aria-label={t("askPreview")} />
      <TrimStrip t={t} trim={state} file={file} player={player} isLocked={progress !== null} />
    </>
  );
}

function Preview(props: Props): ReactNode {
  const { file } = props;
  const url = useFileUrl(file);
  if (!file.type.startsWith("image/"))
    return (
      <div className="preview">
        <Film {...props} url={url} />
      </div>
    );
  return (
    <div className="preview">
      <img src={url} alt={file.name} />
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
        <Icon name="again" />
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
  const { data, t, file, progress, isWaiting, isCutting, onStopCutting } = props;
  const percent = Math.floor((progress ?? 0) * 100);
  const text = t(isCutting ? "askTrimming" : "askSending", { percent });
  if (progress !== null)
    return (
      <div className="sending">
        <div className="strip" role="progressbar" aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100} aria-label={text}>
          <i style={{ width: `${percent}%` }} />
        </div>
        <p role="status">{isWaiting ? t("askWaiting") : text}</p>
        {isCutting && (
          <button type="button" className="btn default lg" onClick={onStopCutting}>
            {t("askCancel")}
          </button>
        )}
      </div>
    );
  return (
    <>
      <button type="submit" className="btn filled lg">
        <Icon name="send" />
        {t("askSend", { name: data.request.asker.displayName })}
      </button>
      <div className="row">
        <Again {...props} />
        <SaveCopy file={file} t={t} />
      </div>
    </>
  );
}

/** Name and address of the visitor. On phones, a name that is already known is shown as one line with a button that opens the fields. */
function Signature({ data, t, sender, problems, onSender }: Props): ReactNode {
  const [isOpen, setOpen] = useState(sender.name.trim() === "");
  const hasProblem = problems.senderName !== undefined || problems.senderEmail !== undefined;
  const isShown = isOpen || hasProblem;
  return (
    <>
      {!isShown && (
        <div className="signed">
          <p>
            <b>{t("askGoesTo", { name: data.request.asker.displayName })}</b>
            <span className="hint">
              {t("askSignedAs", { name: sender.name })}{" "}
              <button type="button" onClick={() => setOpen(true)}>
                {t("askChangeName")}
              </button>
            </span>
          </p>
        </div>
      )}
      <SenderFields t={t} sender={sender} problems={problems} onChange={onSender} />
    </>
  );
}

/** The last step before sending: preview, texts, Send with its progress. */
export function ReviewView(props: Props): ReactNode {
  const { data, t, texts, problems, progress, onTexts, onSend } = props;
  const id = useId();
  const isSending = progress !== null;
  return (
    <div className="review">
      <header>
        <h2>{t("askCheck")}</h2>
        <p className="hint">{t("askCheckText")}</p>
      </header>
      <Preview {...props} />
      <form
        className="sheet"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
      >
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
          <Signature {...props} />
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
        <div className="bar">
          <Consent data={data} t={t} />
          {problems.form !== undefined && (
            <p className="err" role="alert">
              {problems.form}
            </p>
          )}
          <SendPart {...props} />
        </div>
      </form>
    </div>
  );
}
