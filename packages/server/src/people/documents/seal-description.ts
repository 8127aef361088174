import { type SealedJson, sealJson } from '../../ground/sealing/sealed-json.ts';
import type { Sealer } from '../../ground/sealing/sealer.ts';
import type { DocumentDescription } from './document-row.ts';
import type { GivenDocument } from './document-rules.ts';

/** What a document says about a person is for nobody who only sees the data. */
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
