export { cleanName, createNames, withEnding, type Names } from "./entry-names.ts";
export { assertSafeZip, openZip, type OpenZip, UnsafeZip, type ZipMember, type ZipSource } from "./zip-reader.ts";
export { writeZip, zipSize, type ZipEntry } from "./zip-writer.ts";
