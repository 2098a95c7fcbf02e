/** Whether a list is narrowed by days or sums: nobody has counted these orders. */
export const isSpan = ({ from, to, min, max }: Record<'from' | 'to' | 'min' | 'max', string>): boolean =>
  `${from}${to}${min}${max}` !== '';
