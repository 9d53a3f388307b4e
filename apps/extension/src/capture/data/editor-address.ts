/** Address of a capture's editor. */
export const editorAddress = (id: string): string => chrome.runtime.getURL(`editor.html?capture=${encodeURIComponent(id)}`);
