import { Button } from "@mantine/core";
import { updateUserData, uploadAvatar, type ClientResult, type getUserData } from "@stillreel/contract";
import { Avatar, ICON, toasts } from "@stillreel/ui";
import { IconUpload } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client, errorText } from "../../../platform/api.ts";
import { SettingsSection } from "../../../ui/settings-section.tsx";
import { accountKeys } from "../../../entities/people/account.queries.ts";
import styles from "../account.module.css";
import { CropDialog } from "./crop-dialog.tsx";
import { croppedPhoto } from "./cropped-photo.ts";
import type { Crop } from "./crop.plan.ts";

type User = ClientResult<typeof getUserData>;

/** Types that a photo can have. */
const TYPES: readonly string[] = ["image/png", "image/jpeg"];

/** A picture of which a part is chosen. */
interface Chosen {
  picture: ImageBitmap;
  type: string;
}

/** The profile picture: its square part is chosen in a dialog. The server decides its type from the content. */
export function PhotoForm({ user }: { user: User }): ReactNode {
  const { t } = useTranslation("account");
  const input = useRef<HTMLInputElement>(null);
  const { chosen, problem, choose, close } = useChosenPicture();
  const { upload, remove } = usePhotoChanges(user.photoURL !== null, close);
  const handleFile = (file: File | undefined): void => {
    if (input.current) input.current.value = "";
    upload.reset();
    void choose(file);
  };
  return (
    <SettingsSection title={t("photo.title")} text={t("photo.text")}>
      <div className={styles.photo}>
        <Avatar name={user.displayName} src={user.photoURL} size={64} />
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg"
          hidden
          aria-label={t("photo.upload")}
          onChange={(event) => handleFile(event.currentTarget.files?.[0])}
        />
        <Button variant="default" leftSection={<IconUpload {...ICON} />} onClick={() => input.current?.click()}>
          {user.photoURL ? t("photo.replace") : t("photo.upload")}
        </Button>
        {user.photoURL && (
          <Button variant="quiet" aria-busy={remove.isPending} onClick={() => remove.mutate()}>
            {t("photo.remove")}
          </Button>
        )}
      </div>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {chosen && (
        <CropDialog
          picture={chosen.picture}
          isBusy={upload.isPending}
          problem={upload.error ? errorText(upload.error) : undefined}
          onUse={(crop) => upload.mutate({ ...chosen, crop })}
          onClose={close}
        />
      )}
    </SettingsSection>
  );
}

/** The picture of a chosen file, or why it is none. */
function useChosenPicture() {
  const { t } = useTranslation("errors");
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string>();
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setProblem(undefined);
    const { type } = file;
    if (!TYPES.includes(type)) return setProblem(t("unsupported-file-type"));
    try {
      setChosen({ picture: await createImageBitmap(file), type });
    } catch {
      // It has the name of a picture but is not one.
      setProblem(t("unreadable-file"));
    }
  };
  const close = (): void => {
    chosen?.picture.close();
    setChosen(null);
  };
  return { chosen, problem, choose, close };
}

/** Upload and removal of the user's picture. */
function usePhotoChanges(hasPhoto: boolean, onUploaded: () => void) {
  const { t } = useTranslation("account");
  const queries = useQueryClient();
  const upload = useMutation({
    mutationFn: async ({ picture, crop, type }: Chosen & { crop: Crop }) => {
      const body = new FormData();
      body.set("file", await croppedPhoto(picture, crop, type));
      return client.call(uploadAvatar, { body });
    },
    meta: { handles: "all" },
    onSuccess: async () => {
      onUploaded();
      toasts.show(t(hasPhoto ? "photo.replaced" : "photo.added"), { tone: "done" });
      await queries.invalidateQueries({ queryKey: accountKeys.user, exact: true });
    },
  });
  const remove = useMutation({
    mutationFn: () => client.call(updateUserData, { body: { photoURL: null } }),
    onSuccess: (next) => {
      queries.setQueryData(accountKeys.user, next);
      toasts.show(t("photo.removed"), { tone: "done" });
    },
  });
  return { upload, remove };
}
