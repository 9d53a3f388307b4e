export { catalogueReader, pluralOf, type Known } from "./catalogues.ts";
