import type { Manifest } from '../../operation/manifest.ts';
import { agentCreateExternalAccount } from './agent-create-external-account.ts';
import { agentCreateQuote } from './agent-create-quote.ts';
import { agentDeleteExternalAccount } from './agent-delete-external-account.ts';
import { agentGetExternalAccount } from './agent-get-external-account.ts';
import { agentGetQuote } from './agent-get-quote.ts';
import { agentGetTransaction } from './agent-get-transaction.ts';
import { agentListExternalAccounts } from './agent-list-external-accounts.ts';
import { agentListInternalAccounts } from './agent-list-internal-accounts.ts';
import { agentListTransactions } from './agent-list-transactions.ts';

export const manifest = {
  operations: {
    agentCreateExternalAccount,
    agentCreateQuote,
    agentDeleteExternalAccount,
    agentGetExternalAccount,
    agentGetQuote,
    agentGetTransaction,
    agentListExternalAccounts,
    agentListInternalAccounts,
    agentListTransactions,
  },
} satisfies Manifest;
