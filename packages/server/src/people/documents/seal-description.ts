import { type SealedJson, sealJson } from '../../ground/sealing/sealed-json.ts';
import type { Sealer } from '../../ground/sealing/sealer.ts';
import type { GivenDocument } from './document-rules.ts';
import type { DocumentDescription } from './tables.ts';

/** The personal data of a document is sealed in the database. */
export function sealDescription(
  { file, documentNumber, issuingAuthority }: GivenDocument,
  sealer: Pick<Sealer, 'seal'>,
): SealedJson<DocumentDescription> {
  return sealJson(sealer, {
    fileName: file.name,
    ...(documentNumber === undefined ? {} : { documentNumber }),
    ...(issuingAuthority === undefined ? {} : { issuingAuthority }),
  });
}
