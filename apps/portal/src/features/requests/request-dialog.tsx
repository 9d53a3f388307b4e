import { Button, Checkbox, PasswordInput, Switch, Textarea, TextInput } from "@mantine/core";
import { REQUEST_MESSAGE_MAX, REQUEST_TITLE_MAX, type RequestKind } from "@stillreel/contract";
import { ICON, toasts } from "@stillreel/ui";
import { IconFolder, IconLink } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { changeRequest, makeRequest, type RequestView, setRequestPicture } from "../../entities/requests/requests.queries.ts";
import { errorText } from "../../platform/api.ts";
import { copyText } from "../../platform/clipboard.ts";
import { closeDialog, openDialog } from "../../platform/dialogs.ts";
import base from "../../ui/dialog.module.css";
import { Dialog } from "../../ui/dialog.tsx";
import { LinkPreview, type PictureChoice } from "./link-preview.tsx";
import {
  changeOf,
  choicesWith,
  type FormProblem,
  ITEM_CHOICES,
  LENGTH_CHOICES,
  newRequestOf,
  problemOf,
  type RequestTarget,
  type RequestValues,
  useRequestValues,
} from "./request-form.ts";
import styles from "./request-dialog.module.css";

interface Props {
  /** The space and folder of a new request. */
  target: RequestTarget;
  /** The request to change; absent for a new one. */
  request?: RequestView;
  /** Whether saving opens the request again. */
  isReopened?: boolean;
  onClose: () => void;
}

interface PartProps {
  values: RequestValues;
  problem: FormProblem;
  onChange: (part: Partial<RequestValues>) => void;
}

const KINDS: readonly RequestKind[] = ["screen", "camera", "file"];

/** Sends the form with ⌘Enter or Ctrl Enter. Enter alone begins a line. */
function sendWithKeys(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit();
}

/** Title and message, with their lengths. */
function Texts({ values, problem, onChange }: PartProps): ReactNode {
  const { t } = useTranslation("requests");
  const { title, message } = values;
  return (
    <>
      <TextInput
        label={t("form.title")}
        data-first-focus
        maxLength={REQUEST_TITLE_MAX}
        value={title}
        error={problem === "title" ? t("form.titleMissing") : undefined}
        rightSectionWidth={64}
        rightSection={<span className={styles.counter}>{`${title.length} / ${REQUEST_TITLE_MAX}`}</span>}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
      />
      <Textarea
        aria-label={t("form.message")}
        placeholder={t("form.messageHint")}
        rows={3}
        onKeyDown={sendWithKeys}
        maxLength={REQUEST_MESSAGE_MAX}
        value={message}
        onChange={({ currentTarget }) => onChange({ message: currentTarget.value })}
      />
      <span className={styles.counter}>{`${message.length} / ${REQUEST_MESSAGE_MAX}`}</span>
    </>
  );
}

/** The kinds that people can send. At least one must stay. */
function Kinds({ values, problem, onChange }: PartProps): ReactNode {
  const { t } = useTranslation("requests");
  const toggle = (kind: RequestKind): void =>
    onChange({ kinds: KINDS.filter((one) => (one === kind ? !values.kinds.includes(one) : values.kinds.includes(one))) });
  return (
    <fieldset className={styles.kinds}>
      <legend>{t("form.kinds")}</legend>
      <div>
        {KINDS.map((kind) => (
          <Checkbox key={kind} label={t(`kinds.${kind}`)} checked={values.kinds.includes(kind)} onChange={() => toggle(kind)} />
        ))}
      </div>
      {problem === "kinds" && (
        <p className={base.problem} role="alert">
          {t("form.kindsMissing")}
        </p>
      )}
    </fieldset>
  );
}

/** A limit as a native select; the empty value means none. */
function LimitSelect({
  label,
  value,
  choices,
  textOf,
  onChange,
}: {
  label: string;
  value: string;
  choices: readonly number[];
  textOf: (value: string) => string;
  onChange: (value: string) => void;
}): ReactNode {
  const { t } = useTranslation("requests");
  const id = useId();
  return (
    <div className={styles.limit}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {choicesWith(choices, value).map((choice) => (
          <option key={choice} value={choice}>
            {textOf(choice)}
          </option>
        ))}
        <option value="">{t("form.noLimit")}</option>
      </select>
    </div>
  );
}

/** Number, length, end and password. */
function Limits({ values, problem, onChange }: PartProps): ReactNode {
  const { t } = useTranslation("requests");
  const id = useId();
  const lengthOf = (seconds: string): string =>
    Number(seconds) % 60 === 0 ? t("minutes", { count: Number(seconds) / 60 }) : t("seconds", { count: Number(seconds) });
  return (
    <fieldset className={styles.limits}>
      <legend>{t("form.limits")}</legend>
      <LimitSelect
        label={t("form.maxItems")}
        value={values.maxItems}
        choices={ITEM_CHOICES}
        textOf={(value) => value}
        onChange={(maxItems) => onChange({ maxItems })}
      />
      <LimitSelect
        label={t("form.maxSeconds")}
        value={values.maxSeconds}
        choices={LENGTH_CHOICES}
        textOf={lengthOf}
        onChange={(maxSeconds) => onChange({ maxSeconds })}
      />
      <div className={styles.limit}>
        <label htmlFor={`${id}-day`}>{t("form.closes")}</label>
        <input id={`${id}-day`} type="date" value={values.day} onChange={({ currentTarget }) => onChange({ day: currentTarget.value })} />
      </div>
      <div className={styles.limit}>
        <label htmlFor={`${id}-password`}>{t("form.password")}</label>
        <Switch
          id={`${id}-password`}
          checked={values.hasPassword}
          onChange={({ currentTarget }) => onChange({ hasPassword: currentTarget.checked })}
        />
      </div>
      {values.hasPassword && (
        <PasswordInput
          className={styles.password ?? ""}
          aria-label={t("form.newPassword")}
          placeholder={t("form.newPassword")}
          autoComplete="new-password"
          maxLength={256}
          value={values.password}
          error={problem === "password" ? t("form.passwordMissing") : undefined}
          onChange={({ currentTarget }) => onChange({ password: currentTarget.value })}
        />
      )}
    </fieldset>
  );
}

/** The folder that receives the items. A change does not move what has arrived. */
function Target({ target, onChange }: { target: RequestTarget; onChange: (target: RequestTarget) => void }): ReactNode {
  const { t } = useTranslation("requests");
  const root = t(target.workspaceId === "personal" ? "form.personalRoot" : "form.workspaceRoot");
  const pick = (): void =>
    openDialog("pick-folder", {
      title: t("form.pickFolder"),
      action: t("form.pick"),
      kind: target.kind,
      space: target.workspaceId,
      root,
      value: target.folderId,
      onPick: (folderId, name) => {
        closeDialog("pick-folder");
        onChange({ ...target, folderId, name: name ?? (folderId === null ? null : t("form.chosenFolder")) });
      },
    });
  const id = useId();
  return (
    <div className={styles.target}>
      <span id={id}>{t("form.target")}</span>
      <Button variant="default" size="md" aria-labelledby={`${id} ${id}-name`} leftSection={<IconFolder {...ICON} />} onClick={pick}>
        <bdi id={`${id}-name`}>{target.name ?? root}</bdi>
      </Button>
    </div>
  );
}

/** What the form contains. */
interface Given {
  values: RequestValues;
  picked: RequestTarget | null;
  picture: PictureChoice;
}

/** Saves the form: a new request with its link on the clipboard, or a change. */
function useSave({ target, request, isReopened = false, onClose }: Props, given: Given) {
  const { t } = useTranslation("requests");
  const { t: library } = useTranslation("library");
  const navigate = useNavigate();
  const [link, setLink] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: async () => {
      const { values, picked, picture } = given;
      const change = { isReopened, picked, isPictureRemoved: picture === "removed" };
      const saved = await (request ? changeRequest(request.id, changeOf(values, change)) : makeRequest(newRequestOf(values, target)));
      // A picture that is refused does not undo the request, whose link works.
      if (picture instanceof File) await setRequestPicture(saved.id, picture).catch((error: unknown) => toasts.error(errorText(error)));
      return saved;
    },
    meta: { handles: "all" },
    onSuccess: async ({ url }) => {
      if (request) return onClose();
      try {
        await copyText(url);
        const action = { label: t("openRequests"), run: () => void navigate({ to: "/requests" }) };
        toasts.show(library("toasts.linkCopied"), { tone: "done", action });
        onClose();
      } catch {
        setLink(url);
      }
    },
  });
  return { save, link };
}

/** The link of a new request, when the browser refused to copy it. */
function LinkField({ link, onClose }: { link: string; onClose: () => void }): ReactNode {
  const { t } = useTranslation("requests");
  const { t: common } = useTranslation();
  return (
    <>
      <TextInput
        label={t("form.link")}
        description={t("form.copyYourself")}
        readOnly
        dir="ltr"
        data-first-focus
        value={link}
        ref={(field) => field?.select()}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className={base.buttons}>
        <Button size="md" onClick={onClose}>
          {common("actions.close")}
        </Button>
      </div>
    </>
  );
}

const Notice = ({ text }: { text: string }): ReactNode => (
  <p className={base.problem} role="alert">
    {text}
  </p>
);

/** Closes the dialog. With changed texts it asks once. */
function useLeaving({ title, message }: RequestValues, { request, onClose }: Props) {
  const [isLeaving, setLeaving] = useState(false);
  const leave = (): void => {
    const isTyped = title !== (request?.title ?? "") || message !== (request?.message ?? "");
    if (isTyped && !isLeaving) setLeaving(true);
    else onClose();
  };
  return { isLeaving, leave };
}

/** Cancel, and the button that saves. */
function Buttons({ request, isReopened = false, isPending, onClose }: Props & { isPending: boolean }): ReactNode {
  const { t } = useTranslation("requests");
  const { t: common } = useTranslation();
  return (
    <div className={base.buttons}>
      <Button variant="quiet" size="md" onClick={onClose}>
        {common("actions.cancel")}
      </Button>
      <Button type="submit" size="md" leftSection={request ? undefined : <IconLink {...ICON} />} aria-busy={isPending}>
        {t(request ? (isReopened ? "openAgain" : "form.save") : "form.create")}
      </Button>
    </div>
  );
}

/** Asks for recordings or files: texts, folder, limits, and the link. The same form changes a request. */
export function RequestDialog(props: Props): ReactNode {
  const { request, isReopened = false, onClose } = props;
  const { t } = useTranslation("requests");
  const [picked, setPicked] = useState<RequestTarget | null>(null);
  const [picture, setPicture] = useState<PictureChoice>(null);
  const target = picked ?? props.target;
  const [values, change] = useRequestValues(request);
  const [isChecked, setChecked] = useState(false);
  const { save, link } = useSave({ ...props, target }, { values, picked, picture });
  const found = problemOf(values, request?.hasPassword === true);
  const problem = isChecked ? found : null;
  const submit = (): void => {
    setChecked(true);
    if (found === null && !save.isPending) save.mutate();
  };
  const { isLeaving, leave } = useLeaving(values, props);
  const parts = { values, problem, onChange: change };
  const title = t(request ? (isReopened ? "form.reopenTitle" : "form.editTitle") : "ask");
  if (link !== null)
    return (
      <Dialog title={title} size={600} onClose={onClose}>
        <LinkField link={link} onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog title={title} size={600} ignoresBackdrop={values.title !== ""} onClose={leave}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className={base.text}>{t("form.text")}</p>
        <Texts {...parts} />
        <div className={styles.pair}>
          <Target target={target} onChange={setPicked} />
          <Kinds {...parts} />
        </div>
        <Limits {...parts} />
        <LinkPreview
          values={values}
          workspaceId={target.workspaceId}
          pictureUrl={request?.pictureUrl ?? null}
          choice={picture}
          onChoice={setPicture}
        />
        {save.error && <Notice text={errorText(save.error)} />}
        {isLeaving && <Notice text={t("form.leave")} />}
        <Buttons {...props} isPending={save.isPending} />
      </form>
    </Dialog>
  );
}
