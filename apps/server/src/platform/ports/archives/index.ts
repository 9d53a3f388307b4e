export { cleanName, createNames, withEnding, type Names } from "./entry-names.ts";
export { openZip, type OpenZip, type ZipMember, type ZipSource } from "./zip-reader.ts";
export { writeZip, zipSize, type ZipEntry } from "./zip-writer.ts";
