import type { FastifyRequest } from "fastify";
import { translatedTag } from "@stillreel/i18n";
import { askedLanguages, wantedLanguage } from "../../platform/languages/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { createAccounts } from "./accounts.service.ts";
import { presentPreferences } from "./user.present.ts";

/**
 * Returns the language of the texts that the server writes for a request: query `lng`, cookie `i18next`, account, `Accept-Language`, then
 * that of the installation. The account is read only where neither the address nor the browser names a language of the product.
 */
export async function languageOfRequest(
  { settings, accounts }: Pick<Ports, "settings"> & { accounts: Pick<ReturnType<typeof createAccounts>, "get"> },
  request: Pick<FastifyRequest, "actor" | "query" | "headers">,
): Promise<string> {
  const asked = askedLanguages(request);
  if (request.actor.kind === "user" && ![asked.query, asked.cookie].some((tag) => translatedTag(tag ?? "")))
    asked.account = presentPreferences((await accounts.get(request.actor.id)).preferences).language ?? undefined;
  return wantedLanguage(asked, settings.current().defaultLanguage);
}
