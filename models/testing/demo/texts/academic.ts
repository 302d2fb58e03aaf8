import type { SocietyText } from '../kinds.js';

export const academic: readonly SocietyText[] = [
  {
    key: 'study',
    name: 'Study Circle',
    category: 'Academic',
    description: 'Study together, quietly or aloud. Tables by subject, past papers by the door, and someone who passed it last year.',
    tags: ['exams', 'notes', 'tutoring'],
    size: 398,
    pace: 1.2,
    arabic: 0.38,
    topics: [
      ['calculus 2', 'التفاضل والتكامل 2'],
      ['statistics', 'الإحصاء'],
      ['physics 101', 'فيزياء 101'],
      ['academic writing', 'الكتابة الأكاديمية'],
      ['linear algebra', 'الجبر الخطي'],
      ['chemistry 101', 'كيمياء 101'],
    ],
    places: [
      ['the second floor of the library', 'الطابق الثاني في المكتبة'],
      ['room 3.12', 'قاعة 3.12'],
      ['the reading garden', 'حديقة القراءة'],
    ],
    en: {
      ask: [
        'Is anybody else taking {topic} with [Dr. Samir|the new lecturer|the evening section]? I would like to compare what we were told about [the project|the formula sheet|calculators].',
        'Which chapters does the [midterm|second exam|final] in {topic} really cover? The [syllabus|board|group chat] says [one to five|three to seven|everything], and I choose not to believe it.',
        'How do you stay awake in {place} after {time}? I have tried [coffee|walking|cold water] and [coffee again|sitting by the window].',
      ],
      invite: [
        'Silent morning on {day} from [eight|seven thirty] in {place}. Phones in the basket, coffee at ten, regrets at noon.',
        'Table for {topic} on {day}, {time}, {place}. We solve [two|three] past papers, then compare. Silence for [forty|fifty] minutes, then everybody talks at once.',
      ],
      recap: [
        'Passed {topic} with [B+|A-|the sweetest C+ in history] on {past}. Thank you to the table by the [window|radiator], and to whoever left the [dates|pencil].',
        "{past}'s session on {topic}: [twenty-six|eighteen|thirty-one] people, [one|two] whiteboards, and the moment when [integration by parts|the normal distribution|question four] made sense to the whole row.",
      ],
      share: [
        'My notes on {topic} are clean at last: [twelve|nine|sixteen] pages, examples first, proofs at the back. Copy them at [the kiosk|the library desk], the file is under my name.',
        'Past papers for {topic} from [2019|2021|2022] to now, sorted by [chapter|how often it comes]. The answers are [mine|from three of us], so doubt them.',
      ],
      need: [
        'Could somebody who passed {topic} sit with [four|five] of us on {day} around {time}? We pay in [knafeh|falafel sandwiches|eternal thanks].',
      ],
    },
    ar: {
      ask: [
        'شو داخل معنا بامتحان {topic}؟ [الخطة|الجروب|الدكتور] حكى [أول خمس وحدات|من الثالثة للسابعة]، و[الشعبة الثانية|زميلي] عنده كلام ثاني.',
      ],
      invite: [
        'صباح هادئ يوم {day} من الساعة [ثمانية|سبعة ونص] في {place}. التلفونات بالسلة، والقهوة الساعة عشرة.',
        'طاولة {topic} يوم {day} الساعة {time} في {place}. بنحل [امتحانين|ثلاثة] من السنوات وبنقارن. الهدوء [أربعين|خمسين] دقيقة والباقي نقاش.',
      ],
      recap: [
        'نجحت بـ{topic} بـ[جيد جدًا|ممتاز|أحلى مقبول بالتاريخ] يوم {past}. شكرًا لطاولة [الشباك|الزاوية] وللي ترك [التمر|القلم].',
        'جلسة {topic} يوم {past} كانت [مليانة|أحسن من المحاضرة]: [عشرون|ثلاثون] طالبًا، و[السؤال الرابع|التكامل بالأجزاء] صار مفهومًا للكل.',
      ],
      share: ['ملخص {topic} صار جاهز: [اثنتا عشرة|تسع] صفحات، الأمثلة قبل النظريات. موجود عند [مكتب المكتبة|كشك التصوير] باسمي.'],
      need: ['مين نجح بـ{topic} ومستعد يقعد معنا ساعة يوم {day}؟ إحنا [أربعة|خمسة]، والضيافة [كنافة|سندويش فلافل].'],
    },
    events: [
      [
        'Exam Week Night Tables',
        'Meetup',
        'The second floor stays open until midnight. Tables by subject, tea by the stairs, a quiet room for who needs it.',
      ],
      ['مراجعة التفاضل 2', 'Training', 'أربع ساعات على دفعتين، نبدأ من أسئلة العام الماضي وننتهي بأسئلتكم.'],
      ['How to Write a Term Paper', 'Workshop', 'From a question to a first page in two hours, sources included. For all faculties.'],
      ['كيف أخطط لأسبوع الامتحانات؟', 'Seminar', 'جدول واقعي فيه نوم وطعام وأهل. مع مرشدة من عمادة شؤون الطلبة.'],
      ['Past Papers Swap', 'Social', 'Bring what you have, take what you need, and leave a note for who comes after you.'],
    ],
  },
  {
    key: 'law',
    name: 'حلقة الحقوق',
    category: 'Academic',
    description: 'محاكمات صورية ونقاش قضايا بلا تعقيد. كل أسبوع قضية، وكل شهر جلسة كاملة بالروب.',
    tags: ['قانون', 'مرافعة', 'نقاش'],
    question: 'في أي سنة أنت، وأي دور تفضّل في المحاكمة: الادعاء أم الدفاع أم القضاء؟',
    asks: true,
    size: 132,
    pace: 0.6,
    arabic: 0.8,
    topics: [
      ['the moot court', 'المحكمة الصورية'],
      ['contract law', 'قانون العقود'],
      ['tenancy', 'عقود الإيجار'],
      ['labour rights of students', 'حقوق الطلبة العاملين'],
      ['writing a plea', 'كتابة المرافعة'],
      ['traffic fines', 'مخالفات السير'],
    ],
    places: [
      ['the moot court room', 'قاعة المحكمة'],
      ['the law library', 'مكتبة الحقوق'],
      ['amphitheatre 1', 'مدرج 1'],
    ],
    en: {
      ask: [
        'Does anybody have a good example of [a plea|a reasoned judgment|a rental contract] in English? I have to present one on {day} and mine reads like [a menu|a threat].',
      ],
      invite: [
        'Open hearing on {day} at {time} in {place}: [tenant against landlord|a delivery rider against an app|the case of the noisy neighbour]. The public votes after the judges.',
      ],
      recap: [
        'The defence won on {past}, [two to one|three to nil], mostly because {friend} had read [the footnotes|the second page|the contract]. Robes back to {place}, please.',
      ],
      share: ['One page about {topic}, written for people who do not study law. Show it to your [flatmates|cousins|landlord].'],
      need: ['We are one judge short for {day}, {time}, {place}. You need [a calm face|patience] and no opinion for two hours.'],
    },
    ar: {
      ask: [
        'ما رأيكم: هل [الرسالة على الهاتف|الوعد الشفوي|الإيصال الممزق] دليل كافٍ في قضية {topic}؟ عندنا نقاش منذ [المحاضرة|أسبوع].',
        'أحتاج مرجعًا واضحًا عن {topic}، غير كتاب المادة. القضية يوم {day} وأنا في صف [الدفاع|الادعاء].',
      ],
      invite: [
        'جلسة علنية يوم {day} الساعة {time} في {place}: [مستأجر ضد مالك|عامل توصيل ضد تطبيق|جار ضد جاره]. الحضور يصوّت بعد الحكم.',
        'نقاش مفتوح عن {topic} يوم {day}، {time}، {place}. لا يلزم أن تكون من كلية الحقوق.',
      ],
      recap: ['كسب [الدفاع|الادعاء] جلسة {past} [بصوتين لصوت|بالإجماع]، والفضل لـ{friend} الذي قرأ [الحاشية|الصفحة الثانية من العقد].'],
      share: ['كتبت صفحة واحدة عن {topic} بلغة بسيطة لكل طالب، لا للقانونيين وحدهم. في {place} نسخ كثيرة.'],
      need: ['ينقصنا [قاضٍ|شاهدان|محامية دفاع] لجلسة {day} الساعة {time}. الملف قصير، والروب علينا.'],
    },
    events: [
      ['محكمة صورية: المستأجر والمالك', 'Competition', 'جلسة كاملة بحضور قاضٍ متقاعد. الفرق من السنوات الثانية إلى الرابعة.'],
      ['اعرف حقك في عقد الإيجار', 'Seminar', 'للطلبة الساكنين خارج البيت: ماذا نقرأ قبل التوقيع، وماذا نصوّر قبل الخروج.'],
      ['Pleading in English', 'Workshop', 'For the regional moot: structure, voice, and how to answer a judge who interrupts.'],
      ['حقوق الطالب العامل', 'Panel Discussion', 'محامية عمالية وطالبان يعملان في المساء يجيبون عن أسئلتكم.'],
      ['زيارة إلى قصر العدل', 'Social', 'نحضر جلستين علنيتين ونلتقي قاضيًا بعدهما. العدد محدود.'],
    ],
  },
];
