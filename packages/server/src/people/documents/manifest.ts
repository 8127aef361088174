import type { Manifest } from '../../operation/manifest.ts';
import { deleteDocument } from './delete-document.ts';
import { getDocument } from './get-document.ts';
import { listDocuments } from './list-documents.ts';
import { replaceDocument } from './replace-document.ts';
import { uploadDocument } from './upload-document.ts';

export const manifest = {
  operations: {
    deleteDocument,
    getDocument,
    listDocuments,
    replaceDocument,
    uploadDocument,
  },
} satisfies Manifest;
