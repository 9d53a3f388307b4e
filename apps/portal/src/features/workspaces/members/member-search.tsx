import { IconSearch } from "@tabler/icons-react";
import type { KeyboardEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FindField } from "../../../ui/find-field.tsx";

interface Props {
  className?: string | undefined;
  /** Number of searchable members. */
  count: number;
  value: string;
  onChange: (typed: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** Search field for members. */
export function MemberSearch({ count, ...rest }: Props): ReactNode {
  const { t } = useTranslation("workspaces");
  return (
    <FindField
      aria-label={t("search.label")}
      placeholder={t("search.placeholder", { count })}
      leftSection={<IconSearch size={17} stroke={1.7} aria-hidden="true" />}
      {...rest}
    />
  );
}
