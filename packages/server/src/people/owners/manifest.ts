import type { Manifest } from '../../operation/manifest.ts';
import { createBeneficialOwner } from './create-beneficial-owner.ts';
import { getBeneficialOwner } from './get-beneficial-owner.ts';
import { listBeneficialOwners } from './list-beneficial-owners.ts';
import { updateBeneficialOwner } from './update-beneficial-owner.ts';

export const manifest = {
  operations: {
    createBeneficialOwner,
    getBeneficialOwner,
    listBeneficialOwners,
    updateBeneficialOwner,
  },
} satisfies Manifest;
