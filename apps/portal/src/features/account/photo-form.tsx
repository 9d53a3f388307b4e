import { Button } from "@mantine/core";
import { ApiError } from "@stillreel/client";
import { AVATAR_MAX_BYTES, updateUserData, uploadAvatar, type ClientResult, type getUserData } from "@stillreel/contract";
import { Avatar, ICON, toasts } from "@stillreel/ui";
import { IconUpload } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client, errorText } from "../../platform/api.ts";
import { SettingsSection } from "../../ui/settings-section.tsx";
import { accountKeys } from "../../entities/people/account.queries.ts";
import styles from "./account.module.css";

type User = ClientResult<typeof getUserData>;

/** The profile picture. The server decides its type from the content. */
export function PhotoForm({ user }: { user: User }): ReactNode {
  const { t } = useTranslation("account");
  const input = useRef<HTMLInputElement>(null);
  const { upload, remove } = usePhotoChanges(user.photoURL !== null);
  const choose = (files: FileList | null): void => {
    const file = files?.[0];
    if (file) upload.mutate(file);
    if (input.current) input.current.value = "";
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
          onChange={(event) => choose(event.currentTarget.files)}
        />
        <Button
          variant="default"
          leftSection={<IconUpload {...ICON} />}
          aria-busy={upload.isPending}
          onClick={() => input.current?.click()}
        >
          {user.photoURL ? t("photo.replace") : t("photo.upload")}
        </Button>
        {user.photoURL && (
          <Button variant="quiet" aria-busy={remove.isPending} onClick={() => remove.mutate()}>
            {t("photo.remove")}
          </Button>
        )}
      </div>
      {upload.error && (
        <p className={styles.problem} role="alert">
          {errorText(upload.error)}
        </p>
      )}
    </SettingsSection>
  );
}

/** Upload and removal of the user's picture. */
function usePhotoChanges(hasPhoto: boolean) {
  const { t } = useTranslation("account");
  const queries = useQueryClient();
  const upload = useMutation({
    mutationFn: async (file: File) => {
      // Checked before the upload, so that a 50 MB file is not sent in vain.
      if (file.size > AVATAR_MAX_BYTES) throw new ApiError({ status: 413, code: "file-too-large", message: "The file is too large." });
      const body = new FormData();
      body.set("file", file);
      return client.call(uploadAvatar, { body });
    },
    meta: { handles: ["file-too-large", "image-too-large", "unsupported-file-type", "unreadable-file"] },
    onSuccess: async () => {
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
