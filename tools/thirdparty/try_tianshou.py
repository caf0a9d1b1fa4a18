"""Tianshou: its vectors, its wrapper for PettingZoo, and a few steps of training."""

from __future__ import annotations

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv, SubprocVectorEnv
from tianshou.utils.net.common import Net
from tianshou.utils.torch_utils import policy_within_training_step
from trying import run, tried

from ninetyeight.envs import SEAT_ID, TEAM_ID
from ninetyeight.envs.table import TableEnv


@tried("`DummyVectorEnv` and `SubprocVectorEnv` of environments by id")
def vectors() -> None:
    for name in (TEAM_ID, SEAT_ID):
        for kind in (DummyVectorEnv, SubprocVectorEnv):
            envs = kind([lambda name=name: gymnasium.make(name)] * 2)
            seen, _ = envs.reset(seed=1)
            for _ in range(20):
                seen, _, over, _, _ = envs.step(
                    np.array([one["action_mask"].argmax() for one in seen])
                )
                if over.any():
                    envs.reset(np.flatnonzero(over))
                    break
            envs.close()


def learner(env: PettingZooEnv | gymnasium.Env, size: int) -> DQN:
    """Q-learning with a small network."""
    net = Net(state_shape=size, action_shape=400, hidden_sizes=[64])
    policy = DiscreteQLearningPolicy(model=net, action_space=env.action_space, eps_training=0.1)
    return DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), target_update_freq=50)


def trained(algorithm: DQN | MultiAgentOffPolicyAlgorithm, envs: DummyVectorEnv) -> None:
    """Collect some games and learn from them."""
    buffer = VectorReplayBuffer(4000, len(envs))
    collector = Collector(algorithm, envs, buffer, exploration_noise=True)
    collector.reset()
    with policy_within_training_step(algorithm.policy):
        for _ in range(3):
            found = collector.collect(n_step=400)
            assert found.n_collected_steps >= 400
            for _ in range(3):
                algorithm.update(buffer=buffer, sample_size=64)


@tried("`DQN` on `Team-v0`, flat")
def alone() -> None:
    torch.manual_seed(1)
    envs = DummyVectorEnv(
        [lambda: gymnasium.make(TEAM_ID, flat=True, scaled=True, reward="cards")] * 2
    )
    env = gymnasium.make(TEAM_ID, flat=True, scaled=True)
    trained(learner(env, env.observation_space.shape[0]), envs)


@tried("`PettingZooEnv` around `Table-v0`, masked `DQN` for every seat")
def agents() -> None:
    torch.manual_seed(1)

    def make() -> PettingZooEnv:
        return PettingZooEnv(TableEnv(players=2, scaled=True, reward="cards"))

    env = make()
    size = env.observation_space["observation"].shape[0]
    algorithm = MultiAgentOffPolicyAlgorithm(
        algorithms=[learner(env, size) for _ in env.agents], env=env
    )
    trained(algorithm, DummyVectorEnv([make] * 2))


if __name__ == "__main__":
    run()
