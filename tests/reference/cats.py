"""CATS (Majzoubi et al. 2020) over a tree of objects: every node's cost at every round."""

import math

ALPHA, BETA = 4.0, 1.0  # Vowpal Wabbit's defaults for --coin
LEAST_IMPORTANCE = 1e-5


class Norm:
    """Average of the normalised |x|^2, shared by all classifiers."""

    def __init__(self):
        self.total, self.weight = 1e-6, 0.0

    def add(self, weight, square):
        self.total += weight * square
        self.weight += weight
        return self.total / self.weight


class Coordinate:
    """One coin, with the names of Vowpal Wabbit's documentation."""

    def __init__(self):
        self.largest_x = self.largest_gradient = 0.0
        self.wealth = self.sum_gradients = self.sum_absolute = 0.0
        self.weight = 0.0

    def bet(self, largest_x):
        bound = self.largest_gradient * largest_x
        if bound == 0.0:
            return 0.0
        return (ALPHA + self.wealth) / (bound * (bound + self.sum_absolute)) * self.sum_gradients


class Classifier:
    """Coin betting on the square loss with labels -1 and 1."""

    def __init__(self, size, norm):
        self.coins, self.norm = [Coordinate() for _ in range(size + 1)], norm

    def features(self, context):
        return [(c, x) for c, x in zip(self.coins, [*context, 1.0], strict=True) if x != 0.0]

    def side(self, context):
        score = sum(coin.weight * x for coin, x in self.features(context))
        return 1 if score > 0.0 else -1

    def learn(self, context, label, importance, least=-1.0):
        score = square = 0.0
        for coin, x in self.features(context):
            largest = max(coin.largest_x, abs(x))
            score += coin.bet(largest) * x
            square += (x / largest) ** 2
        average = self.norm.add(importance, square)
        score = min(1.0, max(least, score / average))
        slope = 2.0 * (score - label) * importance
        for coin, x in self.features(context):
            coin.largest_x = max(coin.largest_x, abs(x))
            if abs(slope) > coin.largest_gradient:
                coin.largest_gradient = max(abs(slope), BETA)
            bet = coin.bet(coin.largest_x)
            coin.sum_gradients -= slope * x
            coin.sum_absolute += abs(slope * x)
            coin.wealth -= slope * x * bet
            coin.weight = bet / average  # the stake of this round, which predictions lag behind


class Node:
    """A subtree over the leaves first..last."""

    def __init__(self, number, first, last, tree):
        self.number, self.first, self.last = number, first, last
        self.children, self.forced = [], 0
        if first < last:
            middle = (first + last) // 2
            self.children = [
                Node(2 * number + 1, first, middle, tree),
                Node(2 * number + 2, middle + 1, last, tree),
            ]
            self.classifier = Classifier(tree.context_size, tree.norm)

    def leaf(self, context):
        if not self.children:
            return self.first
        side = self.forced or self.classifier.side(context)
        return self.children[0 if side < 0 else 1].leaf(context)

    def levels(self):
        """Internal nodes, the deepest level first, each level from left to right."""
        level, found = [self], []
        while level[0].children:
            found.insert(0, level)
            level = [child for node in level for child in node.children]
        return [node for level in found for node in level]


class CATS:
    def __init__(self, low, high, context_size, leaves, radius, epsilon):
        self.low, self.high, self.leaves = low, high, leaves
        self.context_size, self.radius, self.epsilon = context_size, radius, epsilon
        self.width = (high - low) / leaves
        self.reach = 0 if radius <= self.width / 2 else math.ceil(radius / self.width - 1e-9)
        self.norm = Norm()
        self.root = Node(0, 0, leaves - 1, self)
        self.nodes = self.root.levels()
        if self.reach:
            for node in self.nodes:
                if node.number > 0 and node.number == leaves // self.reach - 2:
                    node.forced = -1
                if node.number > 0 and node.number == leaves // self.reach // 2 - 1:
                    node.forced = 1

    def smoothed(self, context):
        """The interval that is played when not exploring."""
        centre = self.low + (self.root.leaf(context) + 0.5) * self.width
        radius = self.radius or self.width / 2
        return max(self.low, centre - radius), min(self.high, centre + radius)

    def density(self, context, action):
        """Per unit of the action."""
        left, right = self.smoothed(context)
        exploit = (left <= action <= right) / (right - left)
        return (1.0 - self.epsilon) * exploit + self.epsilon / (self.high - self.low)

    def learn(self, context, action, density, loss, uniform_of_node):
        segment = min(self.leaves - 1, int((action - self.low) / self.width))
        first = max(0, segment - self.reach)
        last = min(self.leaves - 1, segment + self.reach)
        importance = loss / (density * (2 * self.reach or 1) * self.width)
        costs = {}

        def cost(node):
            if not node.children:
                return importance if first <= node.first <= last else 0.0
            return costs[node]

        for node in self.nodes:
            left, right = cost(node.children[0]), cost(node.children[1])
            # the child that holds the first affected leaf, else the one that holds the last
            on_edge = [
                value
                for leaf in (first, last)
                for child, value in zip(node.children, (left, right), strict=True)
                if child.first <= leaf <= child.last
            ]
            costs[node] = on_edge[0] if on_edge else left
            if node.forced or left == right:
                continue
            label, difference = (-1 if left < right else 1), abs(left - right)
            if difference < LEAST_IMPORTANCE:
                if uniform_of_node(node.number) * LEAST_IMPORTANCE >= difference:
                    continue
                difference = LEAST_IMPORTANCE
            node.classifier.learn(context, label, difference)
            agrees = node.classifier.side(context) == label
            costs[node] = min(left, right) if agrees else max(left, right)
