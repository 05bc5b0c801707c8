import { Option } from 'commander';

export function thereOption(): Option {
  return new Option('--there', 'where another daemon owns it, act at that daemon');
}
