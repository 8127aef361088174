export { findTransaction } from './transactions-repository.ts';
