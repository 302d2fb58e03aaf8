import type { SocietyText } from '../kinds.js';

export const gaming: readonly SocietyText[] = [
  {
    key: 'chess',
    name: 'Chess Corner',
    category: 'Gaming',
    description: 'A board is always set up in the library café. Rated blitz on Thursdays.',
    tags: ['chess', 'blitz', 'puzzles'],
    size: 88,
    pace: 0.6,
    arabic: 0.32,
    topics: [
      ['rook endings', 'نهايات القلاع'],
      ['the Sicilian', 'الدفاع الصقلي'],
      ['time trouble', 'ضيق الوقت'],
      ['puzzles of the week', 'أحجيات الأسبوع'],
      ['the university rating', 'تصنيف الجامعة'],
      ['losing well', 'الخسارة بأدب'],
    ],
    places: [
      ['the library café', 'مقهى المكتبة'],
      ['the small reading room', 'قاعة القراءة الصغيرة'],
      ['the chess room', 'غرفة الشطرنج'],
    ],
    en: {
      ask: [
        'White to move and [win in four|draw|survive]: [king g1, rook a7, pawn e6|knight f5, queen d1|two bishops and hope] against what {friend} calls "completely won". The board stands in {place}.',
        'Do you play [the Sicilian|the French|a gambit] against [stronger players|people who smile|the clock], or something quieter?',
      ],
      invite: [
        '[Rated blitz|Bughouse|Thematic evening: {topic}] on {day} at {time}, {place}. [Five|Three] minutes a side, handshakes before and after.',
      ],
      recap: [
        '[Twenty-two|Sixteen|Eighteen] players on {past}. {friend} won with [eight out of nine|seven and a half] and lost only to [a first-year|the fire alarm|a forgotten bishop].',
      ],
      share: ['[Ten|Twelve] positions about {topic}, all from our own games, so you may meet the losers. In {place}, answers on the back.'],
      need: [
        'One player missing on board [four|three|five] against [Yarmouk|Mutah|Hashemite] on {day}. {time}, bus is paid, nerves are not.',
      ],
    },
    ar: {
      ask: ['الأبيض يلعب و[يكسب بأربع نقلات|يتعادل]: الوضعية في {place} من {past}، و{friend} بحكي إنها سهلة. حدا لقى الحل؟'],
      invite: ['[بطولة خاطفة|أمسية عن {topic}] يوم {day} الساعة {time} في {place}. [خمس|ثلاث] دقائق لكل لاعب، والسلام قبل وبعد.'],
      recap: ['[اثنان وعشرون|ستة عشر] لاعبًا يوم {past}، والأول {friend} بخسارة واحدة أمام [طالب سنة أولى|الساعة].'],
      share: ['[عشر|اثنتا عشرة] وضعية عن {topic} من مبارياتنا نحن. في {place} والحل خلف الورقة.'],
      need: ['ناقصنا لاعب على الرقعة [الرابعة|الثالثة] ضد [اليرموك|مؤتة|الهاشمية] يوم {day} الساعة {time}. الباص مدفوع.'],
    },
    events: [
      ['Thursday Rated Blitz', 'Competition', 'Nine rounds, three minutes plus two. Results the same evening.'],
      ['بطولة المبتدئين', 'Competition', 'لمن تصنيفه تحت الألف أو بلا تصنيف. ثماني جولات وشاي.'],
      ['Rook Endings Without Tears', 'Seminar', 'Five positions that decide half of all games.'],
      ['Simultaneous: One Against Twenty', 'Exhibition', 'Our champion walks, you sit. A draw earns you a book.'],
      ['شطرنج في حديقة القراءة', 'Social', 'عشر رقع تحت الشجر، وكل من يمر يلعب.'],
    ],
  },
  {
    key: 'games',
    name: 'غرفة الألعاب',
    category: 'Gaming',
    description: 'ألعاب لوحية وإلكترونية بعد الدوام. نعلّم القواعد بصبر، ونخسر بضحك.',
    tags: ['ألعاب لوحية', 'بطولات', 'فيفا'],
    size: 234,
    pace: 1,
    arabic: 0.5,
    topics: [
      ['cooperative games', 'الألعاب التعاونية'],
      ['the FIFA cup', 'كأس فيفا'],
      ['game design', 'تصميم الألعاب'],
      ['role-playing', 'ألعاب الأدوار'],
      ['Catan', 'كاتان'],
      ['old consoles', 'الأجهزة القديمة'],
    ],
    places: [
      ['the games room', 'غرفة الألعاب'],
      ['the student centre, upstairs', 'الطابق الثاني في مركز الطلبة'],
      ['the canteen corner', 'زاوية الكافتيريا'],
    ],
    en: {
      ask: [
        'Which game for [six people, two of whom hate rules|a family evening|three hours and one table]? We own [Catan|Codenames|Dixit] and have argued about it enough.',
        'Is the [second controller|old PlayStation|projector] in {place} broken or only [shy|unplugged]? It went dark on {past} at the worst moment.',
      ],
      invite: [
        'Table night on {day}, {time}, {place}: {topic} at the big table, quick games at the small one. Rules explained [twice|slowly], snacks shared.',
      ],
      recap: [
        '[Catan|The FIFA cup|Our role-playing evening] on {past} took [four|three] hours, [two|three] alliances and one betrayal that {friend} calls "strategy". We are all still friends, I checked.',
      ],
      share: [
        'I translated the rules of [a small card game|our favourite dice game] into Arabic: [two pages|one page], with drawings. In the box in {place}.',
      ],
      need: [
        'Missing since {past}: [one blue pawn|the hour-glass|card 17|the robber]. If you find it in a pocket, nobody asks, just bring it to {place}.',
      ],
    },
    ar: {
      ask: ['أي لعبة بتنفع لـ[ستة أشخاص نصهم ما بحبوا القوانين|سهرة عيلة|ثلاث ساعات فراغ]؟ [كاتان|كودنيمز] لعبناها لحد ما حفظناها.'],
      invite: [
        'سهرة ألعاب يوم {day} الساعة {time} في {place}: {topic} على الطاولة الكبيرة، والخفيف على الصغيرة. القوانين بنشرحها [مرتين|على مهل].',
        'تصفيات [فيفا|الطاولة|أونو] يوم {day}، {time}، {place}. التسجيل بالتعليقات، و[الخسران بجيب ترمس شاي|اللي بزعل ما بلعب].',
      ],
      recap: [
        '[لعبة كاتان|سهرة الأدوار|تصفيات فيفا] يوم {past} أخذت [أربع|ثلاث] ساعات وتحالفين وخيانة وحدة، و{friend} بسميها استراتيجية. لسا أصحاب، تأكدت.',
      ],
      share: ['ترجمت قوانين [لعبة ورق صغيرة|لعبة النرد] للعربي بـ[صفحة|صفحتين] ورسومات. النسخة بالصندوق في {place}.'],
      need: ['مفقود من {past}: [حجر أزرق|ساعة الرمل|كرت رقم 17]. اللي بلاقيه بجيبته ما حدا بسأله، بس يرجعه على {place}.'],
    },
    events: [
      ['كأس فيفا الجامعي', 'Competition', 'اثنان وثلاثون لاعبًا، شاشتان كبيرتان، وحكم لا يقبل الواسطة.'],
      ['Board Games for Beginners', 'Social', 'Five easy games, five patient teachers. Come alone or with your whole floor.'],
      ['صمّم لعبتك', 'Workshop', 'من فكرة إلى نموذج ورقي يُلعب في ثلاث ساعات.'],
      ['48 Hours Game Jam', 'Hackathon', 'One word as theme, told on Thursday evening. On Saturday we play everything.'],
      ['ليلة الأجهزة القديمة', 'Exhibition', 'أتاري وسيجا وأشرطة يُنفخ فيها. اللمس مسموح.'],
    ],
  },
];
