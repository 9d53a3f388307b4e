import { Button } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { LOGO_MAX_BYTES } from "@stillreel/contract";
import { ICON, toasts } from "@stillreel/ui";
import { IconArrowRight, IconUpload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../platform/api.ts";
import dialogs from "../../../ui/dialog.module.css";
import { Dialog } from "../../../ui/dialog.tsx";
import { formatBytes } from "../../../platform/format/format-bytes.ts";
import { SquareAvatar } from "../../../ui/square-avatar.tsx";
import styles from "./logo-field.module.css";
import { logoType, shrinkPicture, type LogoKind, type SmallPicture } from "./shrink-picture.ts";
import { WorkspaceBanner } from "../workspace-banner.tsx";

interface Props {
  kind: LogoKind;
  label: string;
  /** Name of the workspace or team, for its initial letter. */
  name: string;
  src: string | null;
  onUpload: (file: File) => Promise<unknown>;
  onRemove: () => Promise<unknown>;
}

/** Reason why a file cannot be sent unchanged. */
type Refused = "type" | "size" | "unreadable";
/** A file that is too large, with a reduced version. */
interface Offer {
  file: File;
  small: SmallPicture;
}

/** A logo of at most 30 KB, JPG or PNG. A larger picture is reduced in the browser after confirmation. */
export function LogoField({ kind, label, name, src, onUpload, onRemove }: Props): ReactNode {
  const { t } = useTranslation("workspaces");
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { problem, offer, isUploading, isRemoving, choose, remove, acceptOffer, declineOffer } = useLogo({ kind, onUpload, onRemove });
  const handleFiles = (files: FileList | null): void => {
    const file = files?.[0];
    if (input.current) input.current.value = "";
    void choose(file);
  };
  return (
    <div className={styles.field} data-kind={kind} role="group" aria-labelledby={`${id}-label`}>
      <span id={`${id}-label`} className={styles.label}>
        {label}
      </span>
      <div className={styles.line}>
        <CurrentLogo kind={kind} name={name} src={src} />
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg"
          hidden
          aria-label={t("logo.choose", { what: label })}
          onChange={(event) => handleFiles(event.currentTarget.files)}
        />
        <Button
          variant="default"
          leftSection={<IconUpload {...ICON} />}
          aria-busy={isUploading}
          aria-describedby={`${id}-about`}
          onClick={() => input.current?.click()}
        >
          {t(src ? "logo.replace" : "logo.upload")}
        </Button>
        {src && (
          <Button variant="quiet" aria-busy={isRemoving} onClick={remove}>
            {t("logo.remove")}
          </Button>
        )}
      </div>
      <p id={`${id}-about`} className={styles.hint}>
        {t("logo.hint")}
      </p>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {offer && <ShrinkDialog kind={kind} offer={offer} onUse={() => acceptOffer(offer)} onClose={declineOffer} />}
    </div>
  );
}

/** Upload and removal of a logo. A file that is too large becomes an offer of a reduced version. */
function useLogo({ kind, onUpload, onRemove }: Pick<Props, "kind" | "onUpload" | "onRemove">) {
  const { t } = useTranslation("workspaces");
  const [problem, setProblem] = useState<string>();
  const [offer, setOffer] = useState<Offer>();
  const [isReading, setReading] = useState(false);
  const refuse = (refused: Refused): void => setProblem(t(`logo.problems.${refused}`));

  const upload = useMutation({
    mutationFn: onUpload,
    meta: { handles: "all" },
    onSuccess: () => toasts.show(t("logo.kept"), { tone: "done" }),
    onError: (error) => (isApiError(error, "file-too-large") ? refuse("size") : setProblem(errorText(error))),
  });
  const remove = useMutation({
    mutationFn: onRemove,
    meta: { handles: "all" },
    onSuccess: () => toasts.show(t("logo.removed"), { tone: "done" }),
    onError: (error) => setProblem(errorText(error)),
  });

  const choose = async (file: File | undefined): Promise<void> => {
    setProblem(undefined);
    if (!file) return;
    if ((await logoType(file)) === null) return refuse("type");
    if (file.size <= LOGO_MAX_BYTES) return upload.mutate(file);
    refuse("size");
    setReading(true);
    try {
      const small = await shrinkPicture(file, kind);
      if (small) setOffer({ file, small });
    } catch {
      // It starts like a picture but is not one.
      refuse("unreadable");
    } finally {
      setReading(false);
    }
  };
  const acceptOffer = ({ small }: Offer): void => {
    setOffer(undefined);
    setProblem(undefined);
    upload.mutate(small.file);
  };
  return {
    problem,
    offer,
    isUploading: upload.isPending || isReading,
    isRemoving: remove.isPending,
    choose,
    remove: () => remove.mutate(),
    acceptOffer,
    declineOffer: () => setOffer(undefined),
  };
}

/** The current logo: a banner of a thumbnail, otherwise a square. */
function CurrentLogo({ kind, name, src }: Pick<Props, "kind" | "name" | "src">): ReactNode {
  if (kind !== "thumbnail") return <SquareAvatar name={name} src={src} size={kind === "avatar" ? 64 : 44} />;
  return (
    <span className={styles.wide}>
      <WorkspaceBanner workspace={{ thumbnail: src }} />
    </span>
  );
}

/** Shows original and reduced picture with their sizes. */
function ShrinkDialog({
  kind,
  offer,
  onUse,
  onClose,
}: {
  kind: LogoKind;
  offer: Offer;
  onUse: () => void;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation("workspaces");
  const { t: common } = useTranslation();
  const { file, small } = offer;
  return (
    <Dialog onClose={onClose} title={t("logo.shrinkTitle")} size={520}>
      <p className={dialogs.text}>{t("logo.shrinkText")}</p>
      <div className={styles.compare} data-kind={kind}>
        <figure>
          <Picture file={file} />
          <figcaption>
            {t("logo.before")}
            <b dir="ltr">{formatBytes(file.size, common)}</b>
          </figcaption>
        </figure>
        <IconArrowRight className={styles.arrow} size={20} stroke={1.7} aria-hidden="true" />
        <figure>
          <Picture file={small.file} />
          <figcaption>
            {t("logo.after", { width: small.width, height: small.height })}
            <b dir="ltr">{formatBytes(small.file.size, common)}</b>
          </figcaption>
        </figure>
      </div>
      <div className={dialogs.buttons}>
        <Button variant="default" size="md" onClick={onClose}>
          {common("actions.cancel")}
        </Button>
        <Button size="md" data-first-focus onClick={onUse}>
          {t("logo.use")}
        </Button>
      </div>
    </Dialog>
  );
}

/** A local picture. */
function Picture({ file }: { file: Blob }): ReactNode {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return <span className={styles.picture}>{address && <img src={address} alt="" />}</span>;
}
